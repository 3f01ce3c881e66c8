import { expect, test } from 'vitest'
import { overlayFilter } from './overlay-filter.ts'

const size = { width: 1280, height: 720 }

test('percentages are of the video, pixels are pixels, and margins count from the aligned side', () => {
  const { graph } = overlayFilter(
    [
      {
        width: '25%',
        horizontal_align: 'right',
        horizontal_margin: '40px',
        vertical_align: 'bottom',
        vertical_margin: '10%',
        opacity: '50%',
      },
    ],
    size,
  )
  expect(graph).toBe(
    '[1:v]scale=320:-1,format=rgba,colorchannelmixer=aa=0.5[o0];' +
      '[0:v:0][o0]overlay=x=W-w-40:y=H-h-72[v1];[v1]format=yuv420p[out]',
  )
})

test('several lie over each other in their order', () => {
  const { graph } = overlayFilter(
    [{}, { horizontal_align: 'center', vertical_align: 'middle' }],
    size,
  )
  expect(graph).toContain('[0:v:0][o0]overlay=x=0:y=0[v1]')
  expect(graph).toContain('[v1][o1]overlay=x=(W-w)/2+0:y=(H-h)/2+0[v2]')
})

test('an invalid length adds nothing to the command', () => {
  const { graph } = overlayFilter([{ width: "10px'[a];movie=/etc/passwd", opacity: '200%' }], size)
  expect(graph).not.toContain('movie')
  expect(graph).toContain('aa=1[')
})
