import { notFound } from '@playhead/contract-kit/errors.ts'
import { onAsset } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { staticRenditions } from '../contract.ts'
import { recordRenditionEventOf } from './record-rendition-event.ts'
import { removeRendition } from './remove-rendition.ts'
import { findRendition } from './static-renditions.sql.ts'

export const removeStaticRendition: Handlers<typeof staticRenditions>['remove'] = ({
  environment,
  params,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const rendition = await findRendition(tenant, params.static_rendition_id)
    if (rendition?.asset_id !== asset.id) throw notFound('static rendition')
    await removeRendition(tenant, rendition)
    await recordRenditionEventOf(tenant, 'video.asset.static_rendition.deleted', rendition)
    return undefined
  })
