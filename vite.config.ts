import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

/** Whether any page outside of the Studio is made with a module: what only the Studio needs is no visitor’s load. */
function reachesVisitors(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (/\/app\/(routes\/(?!studio\/)|root\.|entry\.client\.)/.test(id)) return true
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])].some(
    (importer) => !seen.has(importer) && reachesVisitors(importer, graph, seen),
  )
}

export default defineConfig({
  plugins: [reactRouter()],
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // People who start the server for the first time don't need the build's timing.
    rolldownOptions: {
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Small modules that several pages share come in one file: each file costs a request and its headers.
            codeSplitting: {
              // The Studio's own stay out of the visitors' file, and so does what the pages of a booking share. What the
              // pages of a client's gallery share has a file of its own. So do the forms of accounts that come after signing in.
              groups: [
                {
                  debugName: 'shared',
                  name: (id, graph) => (reachesVisitors(id, graph) ? 'shared' : null),
                  // With what loads a module later, which would come with the pages of a gallery otherwise.
                  test: /vite\/preload-helper|\/app\/(ui\/(?!studio\/)|domains\/(?!accounts\/ui\/((passkey|proof|link|second|auth)-|account-form)|galleries\/(downloads|proofing|client-gallery)\/|booking\/(booking-form|reservations\/|slots\/|ui\/(client\/|(booking|hold|slot|whole|details)-)))).*\.tsx?$/,
                  minShareCount: 3,
                  // First, with all that it needs: what is left of that would go to the next file.
                  priority: 1,
                },
                {
                  debugName: 'client-gallery',
                  name: (id, graph) => (reachesVisitors(id, graph) ? 'client-gallery' : null),
                  test: /\/app\/domains\/galleries\/(downloads|proofing|client-gallery)\/.*\.tsx?$/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        target: 'esnext',
        // One bundle for the server, its workers' parent and the CLI: they share module instances with the routes.
        rolldownOptions: { input: './server.ts' },
      },
    },
  },
})
