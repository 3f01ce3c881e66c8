import { onAsset, recordAssetEvent } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { tracks } from '../contract.ts'
import { requireTrack } from './require-track.ts'
import { nameTaken } from './name-taken.ts'
import { presentTrack } from './present-track.ts'
import { renameSound } from './sound-of-track.ts'
import { listTracksOf, updateTrackTexts } from './tracks.sql.ts'

export const updateTrack: Handlers<typeof tracks>['update'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const track = await requireTrack(tenant, asset, params.track_id)
    const name = body.name === undefined ? track.name : body.name || null
    const others = (await listTracksOf(tenant, [asset.id])).filter(
      (other) => other.id !== track.id && other.type === track.type,
    )
    if (name !== null && others.some((other) => other.name === name)) throw nameTaken(name)
    const updated = await updateTrackTexts(tenant, track.id, {
      name,
      language_code: body.language_code ?? track.language_code,
      closed_captions: body.closed_captions ?? track.closed_captions,
      passthrough: body.passthrough === undefined ? track.passthrough : body.passthrough || null,
    })
    await renameSound(tenant, updated)
    await recordAssetEvent(app, tenant, 'video.asset.updated', asset.id)
    return { data: presentTrack(updated) }
  })
