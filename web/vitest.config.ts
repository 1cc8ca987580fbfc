import { defineConfig } from "vitest/config";

export default defineConfig({
  // By number: a bare system may not know the name `localhost`.
  server: { host: "127.0.0.1" },
  test: {
    api: { host: "127.0.0.1" },
    include: ["packages/*/src/**/*.test.ts", "app/src/**/*.test.{ts,tsx}"],
  },
});
