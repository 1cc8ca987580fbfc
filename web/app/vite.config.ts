import { defineConfig } from "vite";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2022",
    // The plot library is one large file by nature; it is loaded after the first paint.
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The page of `serve`, and the overview of `watch`.
    rollupOptions: { input: ["index.html", "overview.html"] },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8787", ws: true } } },
});
