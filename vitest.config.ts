import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    maxWorkers: 2,
    // Files share what a worker has loaded and opened; whatever a test changes of that, it puts back.
    isolate: false,
    setupFiles: ['./test/support/stuck-worker.ts'],
    // A page on a busy machine takes its time; what never comes fails all the same.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'cli/**/*.test.ts', 'test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/http/**', '**/node_modules/**'],
          globalSetup: ['./test/support/global-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['test/http/**/*.test.{ts,tsx}'],
          globalSetup: ['./test/support/prepared-installations.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.{ts,tsx}'],
          globalSetup: ['./test/support/prepared-installations.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
