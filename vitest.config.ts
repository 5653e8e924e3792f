import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    maxWorkers: 2,
    // A page on a busy machine takes its time; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'cli/**/*.test.ts', 'test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/http/**', '**/node_modules/**'],
          globalSetup: ['./test/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['test/http/**/*.test.{ts,tsx}'],
          testTimeout: 90_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.{ts,tsx}'],
          // A browser, its pages and the site are work for a whole machine.
          fileParallelism: false,
          // The photographs of the demonstration are rendered once, which takes minutes.
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
