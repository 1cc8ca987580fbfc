"""Judges the first rows of the load on Spark, and says whether one process gives the same.

usage: spark_load.py FOLDER SPECIFICATION ROWS
"""
import json
import os
import pathlib
import sys

import load
import pyarrow as pa
import pyarrow.csv as csv
import pyarrow.parquet as parquet
from pyspark.sql import SparkSession

import fairmon as fm


def main():
    folder, name, rows = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    data = csv.read_csv(folder / "load.csv").slice(0, rows)
    parquet.write_table(data, folder / f"{rows}.parquet")
    os.environ["PYSPARK_PYTHON"] = sys.executable  # the workers' too
    spark = SparkSession.builder.master("local[2]").config(
        "spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    found = fm.spark.run(load.TEXTS[name], spark.read.parquet(str(folder / f"{rows}.parquet")),
                         keep="triggers")
    fired = [(row["ns"], row["trigger"], row["message"])
             for row in found.triggers.toLocalIterator()]
    run = fm.Monitor(load.TEXTS[name], keep="triggers").run_frame(data)
    told = pa.table(run.triggers())
    wanted = [(round(at * 1e9), trigger, message) for at, trigger, message in
              zip(*(told.column(each).to_pylist() for each in ("time", "trigger", "message")),
                  strict=True)]
    if fired != wanted:
        raise SystemExit("Spark gives other verdicts than one process")
    store = spark.sparkContext._jsc.sc().statusStore()
    jvm = spark._jvm
    stages = store.stageList(None, False, False, spark.sparkContext._gateway.new_array(
        jvm.double, 0), jvm.java.util.ArrayList())
    sent = max(stages.apply(i).shuffleWriteBytes() for i in range(stages.size()))
    print(json.dumps({"equal": len(fired), "shuffled": sent}))
    spark.stop()


if __name__ == "__main__":
    main()
