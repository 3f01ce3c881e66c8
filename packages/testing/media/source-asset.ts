import { randomUUID } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasMedia } from '@playhead/media/find-media.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { judgeInput } from '@playhead/media/judge-input.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import { probeFile } from '@playhead/media/probe-file.ts'
import { makeAudioRendition } from '@playhead/media/segments/sound/audio-rendition.ts'
import { planMedia } from '@playhead/media/segments/plan/plan-media.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { insertPlayableAsset } from './playable-asset.ts'

interface Given {
  environment: { id: string }
  /** A media file. */
  file: string
  policy?: 'public' | 'signed'
  clip?: { start: number; end: number }
}

/** An asset with a real file, in its state after processing. */
export const insertSourceAsset = async (app: App, { environment, file, policy, clip }: Given) => {
  const { media, storage, postgres, settings } = app
  if (!hasMedia(media)) throw new Error(media.missing)
  return withJobFolder(settings.dataFolder, async (folder) => {
    await copyFile(file, join(folder, 'source'))
    const probe = await probeFile(media, folder, 'source')
    const judged = judgeInput(probe, { maxTier: '2160p' })
    const planned = await planMedia(media, probe, judged, {
      folder,
      fileName: 'source',
      maxTier: '2160p',
      quality: 'basic',
      clip,
    })
    const made = []
    for (const audio of planned.audio)
      made.push(
        await makeAudioRendition(media, { folder, fileName: 'source', map: planned, audio }),
      )
    const map: MediaMap = { ...planned, audio: made.map(({ audio }) => audio) }
    const asset = await insertPlayableAsset(app, {
      environment,
      media: map,
      ...(policy && { policy }),
      resolutionTier: map.video ? '720p' : 'audio-only',
    })
    const prefix = `${environment.id}/${asset.id}`
    await storage.write(`${prefix}/source`, await readFile(join(folder, 'source')))
    for (const { audio, file: path, offsets } of made) {
      const key = `${prefix}/${audio.name}.mp4`
      const { bytes } = await storage.adopt(key, path)
      await postgres.run(sql`
        insert into asset_renditions (asset_id, environment_id, name, status, storage_key, offsets,
          bytes, ready_at)
        values (${asset.id}, ${environment.id}, ${audio.name}, 'ready', ${key},
          ${sql.json(offsets)}, ${bytes}, now())`)
    }
    const tracks = [
      ...(map.video ? [{ type: 'video', stream: map.video.stream, name: null }] : []),
      ...map.audio.map(({ stream, name }) => ({ type: 'audio', stream, name })),
    ].map((track, place) => ({ id: randomUUID(), isPrimary: place < 2, ...track }))
    for (const { id, type, stream, name, isPrimary } of tracks)
      await postgres.run(sql`
        insert into asset_tracks (id, environment_id, asset_id, type, status, is_primary, name,
          source_stream)
        values (${id}, ${environment.id}, ${asset.id}, ${type}, 'ready', ${isPrimary}, ${name},
          ${stream})`)
    return { ...asset, map, tracks, prefix }
  })
}
