import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // server.ts is the whole program, not only its pages.
  serverBuildFile: 'server.js',
  // Most routes are the Studio’s: a visitor’s browser learns of those alone that the page before it links to.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config
