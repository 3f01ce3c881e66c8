import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import {
  type AssetRow,
  onAsset,
  recordAssetEvent,
  refuseAddress,
} from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import type { tracks } from '../contract.ts'
import { removeSound, renameSound } from './sound-of-track.ts'
import {
  findTrack,
  insertTrack,
  listTracksOf,
  markTrackDeleted,
  type NewTrack,
  updateTrackTexts,
} from './tracks.sql.ts'
import { enqueueTrack } from './enqueue-tracks.ts'
import { languageName } from './language-name.ts'
import { presentTrack } from './present-track.ts'
import { recordTrackEventOf } from './record-track-event.ts'
import { trackMake } from './jobs.ts'

type Tracks = Handlers<typeof tracks>

const refuseUnready = ({ status }: AssetRow) => {
  if (status !== 'ready') throw invalidField('id', 'Tracks can be added once the asset is ready.')
}

const nameTaken = (name: string) =>
  invalidField('name', `name: this asset has a track of that type called ${name}`)

const trackOf = async (tenant: Environment, asset: AssetRow, id: string) => {
  const track = await findTrack(tenant, id)
  if (track?.asset_id !== asset.id) throw notFound('track')
  return track
}

const addTrack = async (
  tenant: Environment,
  asset: AssetRow,
  track: NewTrack,
  soundTrackId?: string,
) => {
  const inserted = await insertTrack(tenant, asset.id, track)
  if (!inserted) throw nameTaken(track.name)
  await recordTrackEventOf(tenant, 'video.asset.track.created', inserted)
  await enqueueTrack(tenant, inserted.id, soundTrackId)
  return presentTrack(inserted)
}

export const createTrack: Tracks['create'] = ({ app, environment, params, body }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    await app.disk.refuseWithoutRoom()
    refuseAddress(body.url)
    refuseUnready(asset)
    const data = await addTrack(tenant, asset, {
      type: body.type,
      name: body.name || languageName(body.language_code),
      languageCode: body.language_code,
      passthrough: body.passthrough,
      url: body.url,
      ...(body.type === 'text' && {
        textSource: 'uploaded' as const,
        closedCaptions: body.closed_captions,
      }),
    })
    return { data }
  })

export const updateTrack: Tracks['update'] = ({ app, environment, params, body }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const track = await trackOf(tenant, asset, params.track_id)
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

export const removeTrack: Tracks['remove'] = ({ environment, params }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const track = await trackOf(tenant, asset, params.track_id)
    if (track.type === 'video' || track.is_primary)
      throw invalidField('track_id', 'The picture and the primary sound cannot be deleted.')
    await markTrackDeleted(tenant, track.id)
    await cancelJobs(tenant.postgres, trackMake, track.id)
    await removeSound(tenant, track)
    // A text is stored in two formats.
    if (track.storage_key) await enqueueRemoval(tenant, track.storage_key.replace(/\.vtt$/, '.'))
    await recordTrackEventOf(tenant, 'video.asset.track.deleted', { ...track, status: 'deleted' })
    return undefined
  })

export const generateSubtitles: Tracks['generateSubtitles'] = ({ environment, params, body }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const audio = await trackOf(tenant, asset, params.track_id)
    if (audio.type !== 'audio')
      throw invalidField('track_id', 'Subtitles are generated from an audio track.')
    refuseUnready(asset)
    if (audio.status !== 'ready')
      throw invalidField('track_id', 'This audio track is not ready yet.')
    if (body.generated_subtitles.length === 0)
      throw invalidField('generated_subtitles', 'generated_subtitles: ask for at least one')
    const data = []
    for (const { language_code: language = 'en', name, passthrough } of body.generated_subtitles)
      data.push(
        await addTrack(
          tenant,
          asset,
          {
            type: 'text',
            textSource: 'generated_vod',
            name: name || languageName(language),
            languageCode: language,
            passthrough,
            sourceStream: audio.source_stream,
          },
          audio.id,
        ),
      )
    return { data }
  })
