import type { Imaging } from '~/platform/imaging/imaging.server'

/** Accepts every file as a photo without opening it. The real pipeline has its own tests. */
export const quickImaging: Imaging = {
  size: 2,
  inspect: async () => ({
    ok: true,
    photo: {
      ...{ format: 'jpeg', bytes: 1_000, width: 2000, height: 1333, tone: '#777777', placeholder: 'data:,' },
      ...{ camera: null, lens: null, exposure: null, capturedAt: null, title: null, description: null },
      ...{ hadGps: false, profile: null, creator: null, copyright: null },
    },
  }),
  render: async () => ({ ok: true, renditions: [] }),
  examine: async () => ({ ok: false, reason: 'broken', sentence: 'No file is read here.', sha256: '' }),
  logo: async () => ({ ok: true, pictures: [] }),
  letters: async () => ({ ok: true, pictures: [] }),
  card: async () => ({ ok: true, pictures: [] }),
  downloadSizes: async () => ({ ok: false, reason: 'broken', sentence: 'No file is read here.' }),
  tiles: async () => ({ ok: false, reason: 'broken', sentence: 'No file is read here.' }),
  prepare: () => {},
  workerPids: () => [],
  close: () => {},
}
