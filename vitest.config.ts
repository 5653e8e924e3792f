import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    maxWorkers: 2,
    // Files of a worker share loaded modules and open resources, so each test restores what it changes.
    isolate: false,
    setupFiles: ['./test/support/stuck-worker.ts'],
    // Long, since a busy machine may be slow. Something that never happens fails anyway.
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
