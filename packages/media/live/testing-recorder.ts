/** Records a clip at many times its speed until it is killed: `node --import tsx testing-recorder.ts clip folder`. */
import { openRecording } from './live-recording.ts'
import { makeLater, readStream } from './testing-packets.ts'

const [, , clip = '', folder = ''] = process.argv
const { header, packets } = await readStream(clip)
const recording = await openRecording({ folder, latencyMode: 'low' })
recording.on('part', ({ rendition, msn, index, offset, length, piece }) =>
  process.stdout.write(`${JSON.stringify({ rendition, msn, index, offset, length, piece })}\n`),
)
recording.begin(header)
const roundMs = (packets.at(-1)?.dts ?? 0) - (packets[0]?.dts ?? 0) + 34
for (let round = 0; ; round += 1)
  for (const [place, packet] of makeLater(packets, round * roundMs).entries()) {
    recording.push(packet)
    // Lets writes go on, as a network does.
    if (place % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
