#pragma once

#include <string_view>

namespace fairmon::report {

/// For screens, A4 and letter; shades that survive a printer without colours.
inline constexpr std::string_view kStyle = R"(
:root{color-scheme:light}
*{box-sizing:border-box}
body{font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:#111;
 background:#fff;margin:0 auto;max-width:50rem;padding:1.5rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem}
h2{font-size:1.25rem;margin:2rem 0 .5rem;border-bottom:1.5px solid #111;padding-bottom:.15rem}
h3{font-size:1.05rem;margin:1.4rem 0 .4rem}
h4{font-size:.95rem;margin:1rem 0 .3rem}
p{margin:.4rem 0}
table{border-collapse:collapse;width:100%;margin:.5rem 0 .9rem;font-size:.86rem;
 font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.22rem .5rem .22rem 0;
 border-bottom:1px solid #bbb;overflow-wrap:break-word}
td:first-child,th:first-child{min-width:6rem}
td:first-child,td:last-child{overflow-wrap:anywhere}
td:last-child:not(.n){min-width:6.5rem}
th{border-bottom:1.5px solid #111;font-weight:600}
td.n,th.n{text-align:right;overflow-wrap:normal}td.n{white-space:nowrap}
td.n+td:not(.n),th.n+th:not(.n){padding-left:.9rem}
td.short{white-space:nowrap}
table.wide{font-size:.76rem}.wide td,.wide th{padding-right:.4rem}
.wide td:first-child,.wide th:first-child,.wide td:last-child:not(.n){min-width:5.2rem}
.wide td.n+td:not(.n),.wide th.n+th:not(.n){padding-left:.4rem}
tr.as-set td{font-weight:600;background:#f0f0f0}
tr.unjudged td{color:#444;font-style:italic}
.state{display:inline-block;font-weight:700;border:2px solid #111;padding:.05rem .5rem;
 margin:0 .5rem .2rem 0}
.state.violated{background:#111;color:#fff}
.state.undecided{border-style:dashed}
.state.earlier{background:repeating-linear-gradient(45deg,#ddd 0 4px,#fff 4px 8px)}
.warning{border-left:4px solid #111;background:#f2f2f2;padding:.35rem .7rem;margin:.4rem 0}
.quiet{color:#444;font-size:.86rem}
.answer{margin:.9rem 0}
figure{margin:.8rem 0}
figcaption{font-weight:600;font-size:.9rem}
svg{width:100%;height:auto;display:block}
svg text{font:10.5px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.tick{fill:#333}.grid{stroke:#ddd;fill:none}.axis{stroke:#111;fill:none}
.curve{fill:none;stroke-width:1.6;stroke-linejoin:round}
.threshold{stroke:#000;stroke-width:1.2;stroke-dasharray:1 3;fill:none}
pre{font:.78rem/1.4 ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre-wrap;
 overflow-wrap:anywhere;background:#f6f6f6;border:1px solid #ccc;padding:.6rem}
code{font:.9em ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
dt{font-weight:600;margin-top:.6rem}dd{margin:.1rem 0 .1rem 1rem}
a{color:#0b3d75}
@page{margin:17mm 16mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);
 font:9pt system-ui,sans-serif}@bottom-left{content:"made by fairmon";font:9pt system-ui,sans-serif}}
@media print{body{max-width:none;padding:0;font-size:10.5pt}
 .first{break-after:page;font-size:9.8pt;line-height:1.36}.first h2{margin-top:1rem}
 .first .answer{margin:.5rem 0}.first .answer p{margin:.2rem 0}
 tr:last-child,tr:nth-last-child(2){break-before:avoid}h2,h3,h4,figcaption,dt,
 h3+.quiet{break-after:avoid}
 tr,figure,.answer,.warning,.block,li,dd{break-inside:avoid}thead{display:table-header-group}
 .warning{break-after:avoid}p,dd,li{orphans:3;widows:3}pre{border:0;background:none;padding:0}a{color:inherit}}
)";

}  // namespace fairmon::report
