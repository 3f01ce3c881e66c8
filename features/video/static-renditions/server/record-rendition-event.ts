import { recordPartEvent } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { presentRendition } from './present-rendition.ts'
import type { RenditionRow } from './rendition-row.ts'

type RenditionEvent =
  `video.asset.static_rendition.${'created' | 'ready' | 'skipped' | 'errored' | 'deleted'}`

export const recordRenditionEventOf = (
  environment: Environment,
  type: RenditionEvent,
  rendition: RenditionRow,
) =>
  recordPartEvent(environment, type, rendition.asset_id, {
    ...presentRendition(rendition),
    asset_id: rendition.asset_id,
  })
