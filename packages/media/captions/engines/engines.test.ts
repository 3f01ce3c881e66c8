import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { noGuards } from '../../guards.ts'
import { cuesOfWords } from './cues-of-words.ts'
import { pocketsphinxEngine, readWords } from './pocketsphinx.ts'
import { runEngine } from './run-engine.ts'
import { readWritten, whisperEngine } from './whisper.ts'

const folder = await mkdtemp(join(tmpdir(), 'engines-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const program = async (name: string, script: string) => {
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}
const media = { guards: noGuards }
const speech = { folder, fileName: 'speech.wav', seconds: 3, language: 'en' }

describe('words', () => {
  const word = (text: string, start: number, end = start + 0.2) => ({ text, start, end })

  test('become cues that are cut at pauses, and stay long enough to be read', () => {
    expect(cuesOfWords([word('one', 0), word('two', 0.3), word('three', 2)])).toEqual([
      { start: 0, end: 1, text: 'one two' },
      { start: 2, end: 3, text: 'three' },
    ])
    expect(cuesOfWords([word('<b>', 0), word('&', 0.2)])[0]?.text).toBe('&lt;b&gt; &amp;')
    expect(cuesOfWords([])).toEqual([])
  })

  test('never fill more than two lines of 42 letters, nor six seconds', () => {
    const spoken = Array.from({ length: 200 }, (_, index) =>
      word('wordwordword'.slice(0, 1 + (index % 12)), index * 0.25),
    )
    const cues = cuesOfWords(spoken)
    for (const { text, start, end } of cues) {
      expect(text.split('\n').length).toBeLessThanOrEqual(2)
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(42)
      expect(end - start).toBeLessThanOrEqual(6)
    }
    expect(cues.flatMap(({ text }) => text.split(/\s/))).toEqual(spoken.map(({ text }) => text))
  })

  test('are read from what the engine prints, without noises', () => {
    const printed =
      'hello there\n<s> 0.000 0.100 1.0\nhello(2) 0.120 0.500 0.98\n[NOISE] 0.5 0.6 1\nthere 0.610 1.000 -0.5\n</s> 1.0 1.1 1.0\n'
    expect(readWords(printed)).toEqual([
      { text: 'hello', start: 0.12, end: 0.5 },
      { text: 'there', start: 0.61, end: 1 },
    ])
  })
})

describe('an engine', () => {
  test('is run with the model and language, and what it has written is read', async () => {
    const file = await program(
      'whisper-cli',
      `echo "$@" > arguments
cat > transcript.json <<'END'
{"result":{"language":"de"},"transcription":[
{"timestamps":{"from":"00:00:00,000"},"offsets":{"from":0,"to":1500},"text":" Guten Tag & willkommen"},
{"offsets":{"from":1500,"to":2000},"text":" [Musik]"},
{"offsets":{"from":2000,"to":2000},"text":" nichts"},
{"offsets":{"from":2000,"to":6000},"text":" Dies ist ein langer Satz, der in zwei Zeilen gehört."}]}
END`,
    )
    const engine = whisperEngine(media, { program: file, model: '/models/base.bin' })
    const { cues, language } = await engine.transcribe({ ...speech, language: 'auto' })
    expect(language).toBe('de')
    expect(cues).toEqual([
      { start: 0, end: 1.5, text: 'Guten Tag &amp; willkommen' },
      { start: 2, end: 6, text: 'Dies ist ein langer Satz,\nder in zwei Zeilen gehört.' },
    ])
    const given = await runEngine(media, '/bin/cat', ['arguments'], { folder, timeoutSeconds: 5 })
    expect(given).toContain('--model /models/base.bin --file speech.wav --language auto')
  })

  test('that writes nothing, fails, hangs or is not there ends in an error', async () => {
    const run = async (script: string) => {
      const file = await program('broken', script)
      await rm(join(folder, 'transcript.json'), { force: true })
      return whisperEngine(media, { program: file, model: 'm' }).transcribe(speech)
    }
    await expect(run('exit 0')).rejects.toMatchObject({ reason: 'failed' })
    await expect(run('echo no >&2; exit 3')).rejects.toMatchObject({ detail: 'exit 3: no' })
    const hanging = await program('hanging', 'sleep 60')
    const options = { folder, timeoutSeconds: 0.2 }
    await expect(runEngine(media, hanging, [], options)).rejects.toMatchObject({
      reason: 'timeout',
    })
    const signal = AbortSignal.timeout(100)
    await expect(
      runEngine(media, hanging, [], { folder, timeoutSeconds: 30, signal }),
    ).rejects.toMatchObject({
      reason: 'cancelled',
    })
    await expect(runEngine(media, join(folder, 'none'), [], options)).rejects.toMatchObject({
      reason: 'failed',
    })
    expect(() => readWritten('{}')).toThrow('transcription')
  })

  test('does not get the environment variables of this program', async () => {
    process.env['SECRET_OF_THIS_TEST'] = 'secret'
    const seen = await runEngine(media, '/usr/bin/env', [], { folder, timeoutSeconds: 5 })
    expect(seen).toContain('PATH=')
    expect(seen).not.toContain('SECRET_OF_THIS_TEST')
  })

  test('for English says so when asked for another language', async () => {
    const engine = pocketsphinxEngine(media, '/bin/true')
    await expect(engine.transcribe({ ...speech, language: 'fr' })).rejects.toThrow(
      'The speech engine of this server knows English only.',
    )
    expect(await engine.transcribe(speech)).toEqual({ cues: [], language: 'en' })
  })
})
