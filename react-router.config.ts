import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // server.ts is the whole program, not only its pages.
  serverBuildFile: 'server.js',
  // The whole route table is small, and shipping it saves a request for each link that comes into view.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
