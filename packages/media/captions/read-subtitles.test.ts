import { expect, test } from 'vitest'
import { countCpuMs } from '@playhead/testing/cpu-time.ts'
import { InputRefused } from '../input-refused.ts'
import { plainText, writeWebVtt } from './cue.ts'
import { readSubtitles, subtitleBytesMax } from './read-subtitles.ts'

const isNone = 'This is not a subtitle file. Use WebVTT, SubRip, TTML or SubStation Alpha (ASS).'
const read = (text: string) => readSubtitles(Buffer.from(text))

const subRip = `1\r
00:00:01,500 --> 00:00:03,250\r
<i>Hello</i> <font color="red">there</font>\r
{\\an8}you & me <3\r
\r
2\r
01:00:00,000 --> 01:00:02,000\r
Bye\r
`

test('SubRip becomes WebVTT: times, marks and what is only text', () => {
  expect(writeWebVtt(read(subRip))).toBe(`WEBVTT

00:00:01.500 --> 00:00:03.250
<i>Hello</i> there
you &amp; me &lt;3

01:00:00.000 --> 01:00:02.000
Bye
`)
})

test('WebVTT keeps its cues, places and marks, and loses notes, styles and unknown tags', () => {
  const text = `WEBVTT - title
Kind: captions

STYLE
::cue { background: url(https://example.com/x) }

NOTE a remark

intro
00:02.000 --> 00:04.000 line:0 position:10%,line-left region:one align:start
<v Fred>Hi, <c.loud>you</c></v> <script>x</script>
&lt;b&gt; 00:03 <00:03.000>later

00:00.000 --> 00:01.000
first
`
  expect(writeWebVtt(read(text))).toBe(`WEBVTT

00:00:00.000 --> 00:00:01.000
first

00:00:02.000 --> 00:00:04.000 line:0 position:10%,line-left align:start
<v Fred>Hi, <c.loud>you</c></v> x
&lt;b&gt; 00:03 <00:03.000>later
`)
  expect(read(text).map(plainText)).toEqual(['first', 'Hi, you x\n<b> 00:03 later'])
})

test('written subtitles read back the same', () => {
  const cues = read(subRip)
  expect(read(writeWebVtt(cues))).toEqual(cues)
})

test.each([
  ['UTF-8 with a mark', Buffer.from('\uFEFF1\n00:00:01,000 --> 00:00:02,000\nFüße', 'utf8')],
  ['UTF-16', Buffer.from('\uFEFF1\n00:00:01,000 --> 00:00:02,000\nFüße', 'utf16le')],
  ['an old encoding', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nFüße', 'latin1')],
])('letters of %s are read right', (_, bytes) => {
  expect(readSubtitles(bytes)).toEqual([{ start: 1, end: 2, text: 'Füße' }])
})

test('cues that run backwards or say nothing are left out', () => {
  const cues = read(
    '1\n00:00:05,000 --> 00:00:04,000\nback\n\n2\n00:00:06,000 --> 00:00:07,000\n \n\n3\n00:00:08.5 --> 00:00:09,000\nkept',
  )
  expect(cues).toEqual([{ start: 8.5, end: 9, text: 'kept' }])
})

test.each([
  ['', 'The subtitle file is empty.'],
  ['WEBVTT\n\nNOTE nothing', 'The WebVTT file has no cues.'],
  ['Dear reader,\n\nthis is a letter.', isNone],
  ['\0\0\0\x18ftypmp42', isNone],
  ['x'.repeat(subtitleBytesMax + 1), 'The subtitle file is larger than 8 MB.'],
  ['0:1.0-->0:2.0\na\n\n'.repeat(10), isNone],
  ['00:01.000 --> 00:02.000\na\n\n'.repeat(50_001), 'The subtitle file has more than 50000 cues.'],
])('a file that is none is refused (%#)', (text, sentence) => {
  expect(() => read(text)).toThrow(new InputRefused(sentence))
})

test('a file made to be slow is read in a moment', async () => {
  const texts = [
    '<'.repeat(2_000_000),
    '&'.repeat(2_000_000),
    `1:${'1'.repeat(2_000_000)}`,
    `{\\${'{\\'.repeat(900_000)}`,
    ' '.repeat(2_000_000),
    '<b '.repeat(600_000),
  ]
  const cpuMs = await countCpuMs(() => {
    for (const text of texts) read(`1\n00:00:01,000 --> 00:00:02,000\na${text}`)
  })
  expect(cpuMs).toBeLessThan(5000)
})
