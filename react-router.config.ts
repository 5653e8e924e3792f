import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // server.ts is the whole program, not only its pages.
  serverBuildFile: 'server.js',
  // Files of their own for clients' actions would be requests of 60 bytes.
  splitRouteModules: false,
  // Most routes are the Studio's. A visitor's browser only gets those that the current page links to.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config
