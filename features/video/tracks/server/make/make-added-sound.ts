import { updateMediaMap } from '@playhead/features/video/assets/server'
import { readMediaMap, saveRendition } from '@playhead/features/video/processing/server'
import { canCopyAudioTrack } from '@playhead/media/judge-input.ts'
import { type AudioMap, type MediaMap, mediaTimescale } from '@playhead/media/media-map.ts'
import { probeFile } from '@playhead/media/probe-file.ts'
import type { ProbedAudio } from '@playhead/media/probe.ts'
import { makeAudioRendition } from '@playhead/media/segments/sound/audio-rendition.ts'
import { assetPrefixOf } from '@playhead/media-store/media-keys.ts'
import { adoptMediaFile } from '@playhead/media-store/store-media-file.ts'
import { downloadInput } from './download-input.ts'
import { keepTrack } from './keep-track.ts'
import { TrackRefused, type TrackWork } from './track-work.ts'

const timeoutMs = 3_600_000
const keptRates = new Set([44_100, 48_000])
const usualRate = 48_000

/** Names are never reused, so caches cannot serve another sound under this name. */
const soundOf = ({ track, map }: TrackWork, probed: ProbedAudio): AudioMap => {
  const channels = probed.channels <= 1 ? 1 : probed.channels >= 6 ? 6 : 2
  const canCopy = canCopyAudioTrack(probed) && keptRates.has(probed.sampleRate)
  return {
    name: `audio-${track.id}`,
    stream: probed.stream,
    ...(track.language_code && { language: track.language_code }),
    ...(track.name && { title: track.name }),
    channels,
    sampleRate: keptRates.has(probed.sampleRate) ? probed.sampleRate : usualRate,
    codecs: 'mp4a.40.2',
    bandwidth: channels === 6 ? 384_000 : 160_000,
    canCopy,
    cuts: map.video?.cuts ?? map.audio[0]?.cuts ?? [0, Math.round(map.duration * mediaTimescale)],
  }
}

/** The added file starts with the asset and is cut at its end. */
const alongside = (map: MediaMap, probed: ProbedAudio): MediaMap => {
  const startTicks = Math.round(probed.start * mediaTimescale)
  return {
    ...map,
    clip: { start: 0, end: map.duration },
    ...(map.video && { video: { ...map.video, startTicks } }),
  }
}

/** Another sound to choose, such as another language. */
export const makeAddedSound = async (work: TrackWork) => {
  const { app, environment, asset, map, media, track, folder, signal, progress } = work
  await downloadInput(work, 'sound', { bytesMax: app.settings.fileBytesMax, timeoutMs })
  const probe = await probeFile(media, folder, 'sound', { signal })
  const probed = probe.audios.find(({ decodes }) => decodes)
  if (!probed) throw new TrackRefused('invalid_input', 'The file has no sound.')
  const planned = {
    ...soundOf(work, probed),
    startTicks: Math.round(probed.start * mediaTimescale),
  }
  const made = await makeAudioRendition(media, {
    folder,
    fileName: 'sound',
    map: alongside(map, probed),
    audio: planned,
    isNormalized: asset.normalizes_audio,
    isBackground: true,
    signal,
    onProgress: (share) => progress(0.5 + share / 2, 'Making the sound'),
  })
  const { name, channels } = made.audio
  const key = `${assetPrefixOf(environment.id, asset.id)}${name}.mp4`
  const { bytes } = await adoptMediaFile(app, environment, { key, assetId: asset.id }, made.file)
  const { startTicks: _, ...sound } = made.audio
  await keepTrack(
    environment,
    track,
    { storageKey: key, duration: map.duration, channels },
    {
      also: async (tenant) => {
        await saveRendition(tenant, asset.id, {
          name,
          storageKey: key,
          offsets: made.offsets,
          bytes,
          secondsEncoded: made.wasCopied ? 0 : map.duration,
        })
        // Another track may have been added or renamed while this one was made.
        const now = (await readMediaMap(tenant, asset.id)) ?? map
        const others = now.audio.filter((other) => other.name !== name)
        await updateMediaMap(tenant, asset.id, { ...now, audio: [...others, sound] })
      },
    },
  )
}
