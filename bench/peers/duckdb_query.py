"""A workload as one query: duckdb_query.py WORKLOAD FILE. Only the rows asked for at the end are
computed, no verdicts on the way."""
import sys

import duckdb

GROUPS = [f"group-{i}" for i in range(8)]


def rates():
    """Each group's rate after every event."""
    for group in GROUPS:
        hits = f"sum(CASE WHEN \"group\" = '{group}' AND truth AND pred THEN 1 ELSE 0 END) OVER w"
        positives = f"sum(CASE WHEN \"group\" = '{group}' AND truth THEN 1 ELSE 0 END) OVER w"
        yield f"{hits} / nullif({positives}, 0)"


QUERIES = {
    "w1": """SELECT count(*), max(r), sum((r > 60)::INT)
             FROM (SELECT ((a + b) + (c * d - e)) / (f * f + 1.0) AS r FROM trace)""",
    "w2": """WITH panes AS (SELECT ceil(time / 10) AS k, count(*) AS n, sum(ok::INT) AS y
                            FROM trace GROUP BY k)
             SELECT k, sum(y) OVER w / sum(n) OVER w FROM panes
             WINDOW w AS (ORDER BY k RANGE BETWEEN 5 PRECEDING AND CURRENT ROW)""",
    "w3": f"""SELECT max(diff), sum((diff > 0.05)::INT) FROM (
                SELECT greatest({', '.join(rates())}) - least({', '.join(rates())}) AS diff
                FROM trace WINDOW w AS (ORDER BY time ROWS UNBOUNDED PRECEDING))""",
    "w4": """WITH panes AS (SELECT platform, language, ceil(time / 3600) AS k, count(*) AS n,
                                   sum(automated::INT) AS y FROM trace GROUP BY ALL),
                  ratios AS (SELECT k, sum(y) OVER w / sum(n) OVER w AS r FROM panes
                             WINDOW w AS (PARTITION BY platform, language ORDER BY k
                                          RANGE BETWEEN 23 PRECEDING AND CURRENT ROW))
             SELECT k, min(r), max(r), count(*) FROM ratios GROUP BY k ORDER BY k""",
    "w5": """SELECT sum(least(730, floor((final - first) / 86400)))
             FROM (SELECT id, min(time) AS first FROM trace GROUP BY id),
                  (SELECT max(time) AS final FROM trace)""",
    "w5_over": """WITH begun AS (
                    SELECT day, count(*) AS n
                    FROM (SELECT min(time) // 86400 AS day FROM trace GROUP BY id) GROUP BY day)
                  SELECT day, sum(n) OVER w, day + 1 - min(day) OVER w,
                         (day + 1) * sum(n) OVER w - sum(n * day) OVER w FROM begun
                  WINDOW w AS (ORDER BY day RANGE BETWEEN 729 PRECEDING AND CURRENT ROW)""",
    "w6": """WITH panes AS (SELECT "group", ceil(time / 3600) AS k, count(*) AS n, sum(value) AS s,
                                   max(value) AS m FROM trace GROUP BY ALL)
             SELECT count(*), sum(a), sum(b), sum(c) FROM (
               SELECT sum(s) OVER w AS a, sum(n) OVER w AS b, max(m) OVER w AS c FROM panes
               WINDOW w AS (PARTITION BY "group" ORDER BY k
                            RANGE BETWEEN 23 PRECEDING AND CURRENT ROW))""",
    "dsa": """SELECT platform_name, automated_detection,
                     avg((automated_decision = 'AUTOMATED_DECISION_FULLY')::INT),
                     avg((automated_decision = 'AUTOMATED_DECISION_PARTIALLY')::INT),
                     avg((automated_decision = 'AUTOMATED_DECISION_NOT_AUTOMATED')::INT)
              FROM trace GROUP BY ALL""",
}


def main():
    workload, path = sys.argv[1:]
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.execute(f"CREATE VIEW trace AS SELECT * FROM read_csv('{path}')")
    print(connection.execute(QUERIES[workload]).fetchall()[-1])


if __name__ == "__main__":
    main()
