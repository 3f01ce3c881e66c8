import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { readEvents } from '@playhead/testing/rows/rows.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { insertSourceAsset } from '@playhead/testing/media/source-asset.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { tracksServer } from './index.ts'
import { enqueueTexts } from './enqueue-tracks.ts'

const features = [assetsServer, playbackServer, tracksServer]
const folder = await mkdtemp(join(tmpdir(), 'tracks-'))
const files = await startFileServer()
afterAll(async () => {
  await files.close()
  await rm(folder, { recursive: true, force: true })
})
const clip = await makeSampleClip({ seconds: 6 })

const world = async (settings: Record<string, string> = {}) => {
  const { app, api, call, database } = await startTestApp(features, {
    settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1', ...settings },
  })
  const make = aFactory(database)
  const { environment } = await make.world()
  const caller = { token: await make.accessToken(environment, ['video:read', 'video:write']) }
  const tenant = { ...environment, postgres: app.postgres, clickhouse: app.clickhouse }
  const setUp = async (file = clip, cut?: { start: number; end: number }) => {
    const asset = await insertSourceAsset(app, { environment, file, ...(cut && { clip: cut }) })
    const address = `/video/v1/assets/${asset.id}`
    const retrieve = async (): Promise<Json> => (await call(address, caller)).body.data
    return {
      ...asset,
      address,
      retrieve,
      add: async (body: Json): Promise<Json> =>
        (await call(`${address}/tracks`, { ...caller, body })).body.data,
      remove: (id: string) => call(`${address}/tracks/${id}`, { ...caller, method: 'DELETE' }),
      generate: async (body: Json, of?: string) => {
        const sound = of ?? asset.tracks.find(({ type }) => type === 'audio')?.id
        const path = `${address}/tracks/${sound}/generate-subtitles`
        return (await call(path, { ...caller, body: { generated_subtitles: [body] } })).body.data[0]
      },
      track: async (id: string): Promise<Json> =>
        (await retrieve()).tracks.find((track: Json) => track.id === id),
      texts: async (): Promise<Json[]> =>
        (await retrieve()).tracks.filter((track: Json) => track.type === 'text'),
      events: async () =>
        (await readEvents(database, { object_id: asset.id })).map(({ type }) => type),
      fetch: async (path: string) => {
        const answer = await api.request(`/${asset.playbackId}${path}`)
        return { status: answer.status, text: await answer.text() }
      },
      keys: async () => {
        const keys: string[] = []
        for await (const { key } of app.storage.list(asset.prefix)) keys.push(key)
        return keys
      },
    }
  }
  return { app, tenant, setUp, work: () => runJobs(app, features) }
}

const text = async (name: string, content: string | Buffer) => {
  const file = join(folder, name)
  await writeFile(file, content)
  return files.give(`/${name}`, file)
}
const subRip =
  '1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i> & you\n\n2\n00:00:03,000 --> 00:00:04,000\nBye\n'

describe('a text at an address', async () => {
  const { setUp, work } = await world()
  const captions = { type: 'text', text_type: 'subtitles', language_code: 'en', name: 'English' }

  test('is served as WebVTT and as plain text, and listed with the video', async () => {
    const asset = await setUp()
    const url = await text('en.srt', subRip)
    const { id } = await asset.add({ ...captions, url, closed_captions: true })
    await work()
    expect(await asset.track(id)).toMatchObject({
      status: 'ready',
      text_source: 'uploaded',
      duration: 4,
    })
    expect((await asset.fetch(`/text/${id}.vtt`)).text).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<i>Hello</i> &amp; you\n\n00:00:03.000 --> 00:00:04.000\nBye\n',
    )
    expect((await asset.fetch(`/text/${id}.txt`)).text).toBe('Hello & you\nBye\n')
    expect((await asset.fetch('.m3u8')).text).toMatch(
      new RegExp(`TYPE=SUBTITLES,.*NAME="English",LANGUAGE="en".*${id}\\.m3u8`),
    )
    expect((await asset.events()).slice(-2)).toEqual([
      'video.asset.track.created',
      'video.asset.track.ready',
    ])
  })

  test('in an encoding older than UTF-8, or in a format of editors and broadcasters, is read', async () => {
    const asset = await setUp()
    const russian = Buffer.from('cff0e8e2e5f22c20eae0ea20e4e5ebe03f', 'hex')
    const times = Buffer.from('1\n00:00:01,000 --> 00:00:02,500\n')
    const advanced =
      '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.50,One\\NTwo\n'
    const ttml = '<tt><body><p begin="1s" end="2.5s">One<br/>Two</p></body></tt>'
    const given = [
      ['ru', Buffer.concat([times, russian]), 'Привет, как дела?'],
      ['en', advanced, 'One\nTwo'],
      ['fr', ttml, 'One\nTwo'],
    ] as const
    const ids = await Promise.all(
      given.map(async ([language, content]) => {
        const url = await text(`old-${language}`, content)
        return (await asset.add({ ...captions, language_code: language, name: language, url })).id
      }),
    )
    await work()
    for (const [place, [language, , said]] of given.entries())
      expect([language, (await asset.fetch(`/text/${ids[place]}.vtt`)).text]).toEqual([
        language,
        `WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${said}\n`,
      ])
  })

  test.each([
    [
      'a web page',
      '<html><body>Not found</body></html>',
      'This is not a subtitle file. Use WebVTT, SubRip, TTML or SubStation Alpha (ASS).',
    ],
    ['nothing', '', 'The subtitle file is empty.'],
  ])('that is %s fails in words, and the video plays on', async (_, content, message) => {
    const asset = await setUp()
    const { id } = await asset.add({
      ...captions,
      url: await text(`bad-${content.length}`, content),
    })
    await work()
    expect(await asset.track(id)).toMatchObject({
      status: 'errored',
      error: { type: 'invalid_input', messages: [message] },
    })
    expect(await asset.retrieve()).toMatchObject({ status: 'ready' })
    expect((await asset.events()).at(-1)).toBe('video.asset.track.errored')
    expect((await asset.fetch(`/text/${id}.vtt`)).status).toBe(404)
  })

  test('that answers 404 fails with that status', async () => {
    const asset = await setUp()
    const { id } = await asset.add({ ...captions, url: files.url('/missing.vtt') })
    await work()
    expect((await asset.track(id)).error.messages).toEqual(['The address answered 404.'])
  })

  test('is removed in both forms when its track is deleted', async () => {
    const asset = await setUp()
    const { id } = await asset.add({ ...captions, url: await text('gone.srt', subRip) })
    await work()
    expect((await asset.keys()).filter((key) => key.includes('/text/'))).toHaveLength(2)
    await asset.remove(id)
    await work()
    expect((await asset.keys()).filter((key) => key.includes('/text/'))).toEqual([])
  })
})

test('a private address is refused where it is not allowed', async () => {
  const { setUp, work } = await world({ PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '0' })
  const asset = await setUp()
  const url = await text('private.srt', subRip)
  const { id } = await asset.add({ type: 'text', language_code: 'en', url })
  await work()
  expect(await asset.track(id)).toMatchObject({
    status: 'errored',
    error: { type: 'invalid_input' },
  })
  expect(files.asked).not.toContain('/private.srt')
})

describe('a sound at an address', async () => {
  const { setUp, work } = await world()

  test('can be chosen beside the others once it is made', async () => {
    const asset = await setUp()
    const other = await makeClip(
      '-f lavfi -i sine=frequency=880:duration=9 -ac 2 -c:a libmp3lame',
      'mp3',
    )
    const url = files.give('/fr.mp3', other)
    const { id } = await asset.add({ type: 'audio', language_code: 'fr', name: 'Français', url })
    await work()
    expect(await asset.track(id)).toMatchObject({ status: 'ready', max_channels: 2 })
    const { text: list } = await asset.fetch('.m3u8')
    expect(list).toMatch(
      new RegExp(`TYPE=AUDIO,.*NAME="Français",LANGUAGE="fr",DEFAULT=NO.*audio-${id}\\.m3u8`),
    )
    const { text: segments } = await asset.fetch(`/audio-${id}.m3u8`)
    const seconds = [...segments.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length))
    // The sound ends with the picture, though its file is longer.
    expect(seconds.reduce((sum, length) => sum + length, 0)).toBeCloseTo(6, 1)
    expect((await asset.fetch(`/audio-${id}/0.m4s`)).status).toBe(200)
    await asset.remove(id)
    await work()
    expect((await asset.fetch('.m3u8')).text).not.toContain(id)
    expect((await asset.keys()).some((key) => key.includes(id))).toBe(false)
  })

  test('that is not a sound file fails with a clear message', async () => {
    const asset = await setUp()
    const url = await text('no-sound.mp3', 'this is a text')
    const { id } = await asset.add({ type: 'audio', language_code: 'fr', url })
    await work()
    const track = await asset.track(id)
    expect(track.status).toBe('errored')
    expect(track.error.messages[0]).toMatch(/^This is not a video or audio file/)
  })
})

describe('texts that came within the file', async () => {
  const { app, tenant, setUp, work } = await world()
  const subtitles = join(folder, 'within.srt')
  await writeFile(subtitles, subRip)
  const make = (codec: string, ending: string) =>
    makeClip(
      `-i ${clip} -i ${subtitles} -map 0 -map 1 -c copy -c:s ${codec} -metadata:s:s:0 language=fra -metadata:s:s:0 title=Sous-titres`,
      ending,
    )

  const kinds = [
    ['mov_text', 'mp4'],
    ['subrip', 'mkv'],
    ['ass', 'mkv'],
  ] as const

  test.each(someOf('kinds-of-text', kinds, 1))(
    '%s become tracks of their own',
    async (codec, ending) => {
      const asset = await setUp(await make(codec, ending))
      await enqueueTexts(tenant, asset.id)
      await work()
      const [track] = await asset.texts()
      expect(track).toMatchObject({ status: 'ready', text_source: 'embedded' })
      const { text: vtt } = await asset.fetch(`/text/${track.id}.vtt`)
      expect(vtt).toContain('00:00:01.000 --> 00:00:02.500\n')
      expect(vtt).toContain('Hello')
      await enqueueTexts(tenant, asset.id)
      await work()
      expect(await asset.texts()).toHaveLength(1)
    },
  )

  test('without a name or a language are called what they are', async () => {
    const bare = await makeClip(
      `-i ${clip} -i ${subtitles} -map 0 -map 1 -c copy -c:s subrip -map_metadata -1`,
      'mkv',
    )
    const asset = await setUp(bare)
    await enqueueTexts(tenant, asset.id)
    await work()
    expect(await asset.texts()).toMatchObject([{ name: 'Subtitles', language_code: 'und' }])
  })

  test('are shown from where a clip begins', async () => {
    const asset = await setUp(await make('subrip', 'mkv'), { start: 2, end: 3.5 })
    await enqueueTexts(tenant, asset.id)
    await work()
    const [track] = await asset.texts()
    expect((await asset.fetch(`/text/${track.id}.vtt`)).text).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:00.500\n<i>Hello</i> &amp; you\n\n00:00:01.000 --> 00:00:01.500\nBye\n',
    )
    expect(app.settings.whisper).toBeUndefined()
  })
})

const findProgram = (name: string) => {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
const pocketsphinx = findProgram('pocketsphinx_continuous')

describe('subtitles of what is said', () => {
  test('are not generated where no engine is configured, which is said plainly', async () => {
    const { setUp, work } = await world()
    const asset = await setUp()
    const { id } = await asset.generate({ language_code: 'en', name: 'English' })
    await work()
    expect(await asset.track(id)).toMatchObject({
      status: 'errored',
      error: {
        type: 'captions_not_configured',
        messages: [
          'Captions cannot be generated: no speech engine is configured on this server. Its operator can name one in WHISPER_CLI and WHISPER_MODEL.',
        ],
      },
    })
    expect(await asset.retrieve()).toMatchObject({ status: 'ready' })
  })

  test('are written by the configured program, in the language that it detects', async () => {
    const program = join(folder, 'whisper-cli')
    await writeFile(
      program,
      `#!/bin/sh\ntest "$(head -c 4 speech.wav)" = RIFF || exit 1\necho '{"result":{"language":"de"},"transcription":[{"text":" Guten Tag","offsets":{"from":200,"to":1900}}]}' > transcript.json\n`,
    )
    await chmod(program, 0o755)
    const { setUp, work } = await world({ WHISPER_CLI: program, WHISPER_MODEL: '/models/base.bin' })
    const asset = await setUp()
    const { id } = await asset.generate({ language_code: 'auto' })
    await work()
    expect(await asset.track(id)).toMatchObject({
      status: 'ready',
      name: 'German',
      language_code: 'de',
      text_source: 'generated_vod',
    })
    expect((await asset.fetch(`/text/${id}.txt`)).text).toBe('Guten Tag\n')
  })

  test('are of the sound that was chosen, also where it came from another file', async () => {
    const program = join(folder, 'listening-cli')
    const isHeard = '[ $(tail -c 20000 speech.wav | tr -d "\\000" | wc -c) -gt 2000 ]'
    await writeFile(
      program,
      `#!/bin/sh\n${isHeard} && said=tone || said=silence\necho '{"result":{"language":"de"},"transcription":[{"text":"'$said'","offsets":{"from":200,"to":1900}}]}' > transcript.json\n`,
    )
    await chmod(program, 0o755)
    const { setUp, work } = await world({ WHISPER_CLI: program, WHISPER_MODEL: '/models/base.bin' })
    const asset = await setUp()
    const silence = await makeClip('-f lavfi -i anullsrc=r=48000:cl=mono:d=6 -c:a aac', 'm4a')
    const url = files.give('/silence.m4a', silence)
    const added = await asset.add({ type: 'audio', language_code: 'fr', name: 'Français', url })
    await work()
    const ofAdded = await asset.generate({ language_code: 'fr', name: 'French' }, added.id)
    const ofFile = await asset.generate({ language_code: 'en', name: 'English' })
    await work()
    expect((await asset.fetch(`/text/${ofAdded.id}.txt`)).text).toBe('silence\n')
    expect((await asset.fetch(`/text/${ofFile.id}.txt`)).text).toBe('tone\n')
    const late = await asset.generate({ language_code: 'fr', name: 'Late' }, added.id)
    await asset.remove(added.id)
    await work()
    expect(await asset.track(late.id)).toMatchObject({
      status: 'errored',
      error: { type: 'not_found' },
    })
  })

  // Without the program on this machine only the tests above can run.
  test.skipIf(pocketsphinx === undefined)(
    'hold the words that a real engine recognizes',
    async () => {
      const { setUp, work } = await world({ POCKETSPHINX_CLI: pocketsphinx ?? '' })
      const speech = await makeClip(
        "-f lavfi -i flite=voice=slt:text='the~quick~brown~fox~jumps~over~the~lazy~dog'".replaceAll(
          '~',
          '\u00A0',
        ) +
          ' -f lavfi -i color=gray:size=160x90:rate=10:duration=4 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest',
      )
      const asset = await setUp(speech)
      const { id } = await asset.generate({ language_code: 'en', name: 'English' })
      await work()
      expect(await asset.track(id)).toMatchObject({ status: 'ready', language_code: 'en' })
      const { text: heard } = await asset.fetch(`/text/${id}.txt`)
      const words = ['quick', 'brown', 'fox', 'jumps', 'over', 'lazy', 'dog']
      expect(words.filter((word) => heard.includes(word)).length).toBeGreaterThanOrEqual(4)
    },
  )
})
