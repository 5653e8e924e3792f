import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery, makeShare } from '../../../test/support/factories'
import { putTestSettings } from '../../../test/support/settings'
import { archiveGallery } from './editor/settings.server'
import { expireGallery } from './expiration/operations.server'
import { revokeShare } from './sharing/operations.server'
import { DEFAULT_WATERMARK } from './watermarks/model'
import { saveWatermark } from './watermarks/operations.server'
import { watermarkValues } from './watermarks/watermark-form'

describeOnBothEngines('a form that names no version that there could be', (open) => {
  test.each([Number.NaN, 1e15, 0.5, -1, Number.POSITIVE_INFINITY])(
    'is one of a page that is out of date: %d',
    async (version) => {
      const { db } = await open()
      await putTestSettings(db)
      const { id } = await makeGallery(db, { kind: 'client', proofing: 1 })
      const share = await makeShare(db, { gallery_id: id })
      const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32) }
      const deps = {
        db,
        config,
        clock: fixedClock('2026-06-12T16:00:00Z'),
        author: { uid: 'u', name: 'Dana' },
      }
      const values = watermarkValues({ ...DEFAULT_WATERMARK, kind: 'text', text: 'Proof' })
      for (const change of [
        () => archiveGallery(deps, { id, version }),
        () => expireGallery(deps, { id, version }),
        () => revokeShare(deps, { galleryId: id, id: share.id, version }),
        () => saveWatermark(deps, id, { version, sent: (name) => values[name] }),
      ])
        expect(await change()).toEqual({ ok: false, reason: 'changed-since' })
    },
  )
})
