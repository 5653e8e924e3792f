import { DELIVERY_FILES } from '~/domains/galleries/delivering/making/operations.server'
import { PROOF_FILES } from '~/domains/galleries/watermarks/drawing/operations.server'
import { ORIGINAL_FILES, RENDITION_FILES } from '~/domains/photos/photo-files.server'
import type { FileKind } from '~/platform/storage/file-kind'

/** What earlier versions wrote to see whether the storage works, and didn't live to delete. */
const PROBES: FileKind = { prefix: 'health/', depth: 0, known: async function* () {} }

/**
 * Everything that a cleanup looks at. It leaves alone what is in quarantine, and logos and icons (`brand/`), which no row
 * may name any more and nothing can make again.
 */
export const FILE_KINDS: readonly FileKind[] = [
  ORIGINAL_FILES,
  RENDITION_FILES,
  DELIVERY_FILES,
  PROOF_FILES,
  PROBES,
]
