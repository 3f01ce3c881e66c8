// Publishes pictures in which the time of their making is written in black and white squares: node stamped-stream.mjs URL SECONDS.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const [, , url, seconds] = process.argv
const [width, height, square, columns, rate] = [320, 240, 40, 8, 30]
const bits = 48
const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'

const encoder = spawn(
  ffmpeg,
  [
    ...'-hide_banner -nostdin -loglevel error -f rawvideo -pix_fmt gray'.split(' '),
    ...`-s ${width}x${height} -r ${rate} -i pipe:0 -re -f lavfi -i sine=sample_rate=48000`.split(
      ' ',
    ),
    ...'-c:v libx264 -preset veryfast -tune zerolatency -g 60 -pix_fmt yuv420p'.split(' '),
    ...'-c:a aac -b:a 64k -ac 2 -shortest -f flv'.split(' '),
    url,
  ],
  { stdio: ['pipe', 'ignore', 'inherit'] },
)
encoder.stdin.on('error', () => process.exit())

const pictureOf = (time) => {
  const picture = Buffer.alloc(width * height, 16)
  for (let bit = 0; bit < bits; bit += 1) {
    if (Math.floor(time / 2 ** bit) % 2 === 0) continue
    const left = (bit % columns) * square
    const top = Math.floor(bit / columns) * square
    for (let y = top; y < top + square; y += 1)
      picture.fill(235, y * width + left, y * width + left + square)
  }
  return picture
}

const startedAt = performance.now()
for (let frame = 0; frame < Number(seconds) * rate; frame += 1) {
  const wait = startedAt + (frame * 1000) / rate - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  if (!encoder.stdin.write(pictureOf(Date.now()))) await once(encoder.stdin, 'drain')
}
encoder.stdin.end()
await once(encoder, 'close')
