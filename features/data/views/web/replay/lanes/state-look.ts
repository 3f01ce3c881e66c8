import type { CSSProperties } from 'react'
import type { StateKind } from '../timeline/states.ts'

interface StateLook {
  style: CSSProperties
  /** For places too small for a pattern. */
  colour: string
  /** Whether the name is readable on it. */
  isPlain: boolean
}

const stripes = (angle: number, colour: string, ground: string, width: number) =>
  `repeating-linear-gradient(${angle}deg, ${colour} 0 ${width}px, ${ground} ${width}px ${width * 2}px)`

const plain = (background: string, color: string): StateLook => ({
  style: { background, color },
  colour: background,
  isPlain: true,
})
const hatched = (background: string, colour: string): StateLook => ({
  style: { background },
  colour,
  isPlain: false,
})

/** States differ by pattern as well as by colour. */
export const stateLooks: Record<StateKind, StateLook> = {
  starting: hatched(stripes(135, 'var(--series-1)', 'var(--series-1-soft)', 3), 'var(--series-1)'),
  playing: plain('var(--series-1)', 'var(--surface)'),
  paused: plain('var(--line-strong)', 'var(--ink)'),
  seeking: hatched(stripes(90, 'var(--series-3)', 'var(--series-3-soft)', 2), 'var(--series-3)'),
  rebuffering: hatched(stripes(45, 'var(--warn)', 'var(--warn-soft)', 4), 'var(--warn)'),
  ad: plain('var(--series-4)', 'var(--surface)'),
  ended: hatched(stripes(0, 'var(--line)', 'var(--surface-sunk)', 3), 'var(--line)'),
  error: plain('var(--bad)', 'var(--bad-ink)'),
}
