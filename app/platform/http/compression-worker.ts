/**
 * A separate process that compresses pages as well as brotli can, which takes a hundred times as long as for the first
 * visitor. Node runs the TypeScript file directly.
 */
import { brotliCompressSync, constants } from 'node:zlib'

process.on('message', (body: Uint8Array) => {
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  }
  process.send?.(brotliCompressSync(body, { params }))
})
