import { describe, expect, test } from 'vitest'
import { makeCaptionedClip } from '@playhead/testing/media/captioned-clip.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { liveFeatures, startLiveServer } from './live-server.ts'
import { validateMultivariant } from './validate-playlist.ts'

const server = await startLiveServer()

interface Track {
  type: string
  name: string
  text_source: string
  status: string
  closed_captions: boolean
  language_code: string
  error: { messages: string[] } | undefined
  id: string
}

describe('captions of a broadcast', () => {
  test('in the picture are named in its playlists, and kept with its recording', async () => {
    const stream = await server.makeStream({
      latency_mode: 'low',
      embedded_subtitles: [
        { language_channel: 'cc1', language_code: 'en', name: 'English', passthrough: 'mine' },
        { language_channel: 'cc3', language_code: 'fr' },
      ],
      generated_subtitles: [{ language_code: 'en', name: 'Spoken' }],
    })
    const file = await makeCaptionedClip([
      { second: 2, text: 'HELLO WORLD' },
      { second: 5, text: 'SECOND LINE' },
    ])
    const encoder = await server.push(stream.key, { isLive: true, file })
    await server.untilStatus(stream, 'active')
    const { text } = await server.get(`/${stream.playbackId}.m3u8`)
    expect(validateMultivariant(text)).toEqual([])
    expect(text).toContain(
      '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="captions",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1"',
    )
    expect(text).toContain('NAME="French",LANGUAGE="fr",INSTREAM-ID="CC3"')
    expect(text).toMatch(/#EXT-X-STREAM-INF:.*CLOSED-CAPTIONS="captions"/)
    const { active_asset_id: assetId } = await stream.read()
    expect((await encoder.ended).code).toBe(0)
    await server.untilOver(stream)
    await runJobs(server.app, liveFeatures)

    const asset = await stream.readAsset(assetId)
    const texts = (asset.tracks as Track[]).filter(({ type }) => type === 'text')
    const [english, french, spoken] = ['English', 'French', 'Spoken'].map((name) =>
      texts.find((track) => track.name === name),
    )
    expect(english).toMatchObject({
      text_source: 'embedded',
      status: 'ready',
      closed_captions: true,
      language_code: 'en',
      passthrough: 'mine',
    })
    expect(french).toMatchObject({
      text_source: 'embedded',
      status: 'errored',
      error: { messages: ['The picture has no captions in CC3.'] },
    })
    expect(spoken).toMatchObject({
      text_source: 'generated_live_final',
      status: 'errored',
      error: { messages: [expect.stringContaining('no speech engine is configured')] },
    })
    const at = `/${asset.playback_ids[0].id}`
    const vtt = await server.get(`${at}/text/${english?.id}.vtt`)
    expect(vtt.text).toMatch(/00:00:01\.9\d+ --> 00:00:04\.9\d+\s+HELLO WORLD/)
    expect((await server.get(`${at}.m3u8`)).text).toContain('TYPE=SUBTITLES')
  })
})
