import { invalidField } from '@playhead/contract-kit/errors.ts'
import { onAsset } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { staticRenditions } from '../contract.ts'
import { enqueueRendition } from './enqueue-rendition.ts'
import { presentRendition } from './present-rendition.ts'
import { recordRenditionEventOf } from './record-rendition-event.ts'
import { renditionOf } from './rendition-names.ts'
import { insertRendition } from './static-renditions.sql.ts'

export const createStaticRendition: Handlers<typeof staticRenditions>['create'] = ({
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    if (asset.mp4_support !== null && asset.mp4_support !== 'none')
      throw invalidField(
        'resolution',
        'resolution: this asset has mp4_support; the two exclude each other',
      )
    if (asset.status === 'errored')
      throw invalidField('id', 'This asset has failed, so a file cannot be made from it.')
    const created = await insertRendition(tenant, asset.id, renditionOf(body))
    if (!created)
      throw invalidField('resolution', `resolution: this asset has ${body.resolution} already`)
    await recordRenditionEventOf(tenant, 'video.asset.static_rendition.created', created)
    // Otherwise it starts together with the other requested files when the asset is ready.
    if (asset.status === 'ready') await enqueueRendition(tenant, created.id)
    return { data: presentRendition(created) }
  })
