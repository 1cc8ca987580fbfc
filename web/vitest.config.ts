import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["packages/*/src/**/*.test.ts", "app/src/**/*.test.{ts,tsx}"] },
});
