import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { nearestEvent } from './timeline/moment.ts'
import type { Replay, TimeWindow } from './timeline/replay.ts'
import type { ReplayPlace } from './use-replay-place.ts'

const dragPixels = 5
const nearPixels = 6

/** Hovering shows a moment, a press selects it, and dragging selects a range to zoom into. */
export const usePointing = (
  replay: Replay,
  { window, setAt, setWindow }: ReplayPlace,
  trackRef: RefObject<HTMLElement | null>,
) => {
  const [hovered, setHovered] = useState<number>()
  const [selected, setSelected] = useState<TimeWindow>()
  const pressed = useRef<{ x: number; at: number } | undefined>(undefined)

  const momentOf = ({ clientX }: PointerEvent) => {
    const { left, width } = trackRef.current?.getBoundingClientRect() ?? { left: 0, width: 0 }
    if (width === 0 || clientX < left - nearPixels) return undefined
    const share = Math.min(1, Math.max(0, (clientX - left) / width))
    const perPixel = (window.to - window.from) / width
    return { at: window.from + share * (window.to - window.from), perPixel }
  }
  const isOutside = ({ target }: PointerEvent) =>
    target instanceof Element && target.closest('[data-lane-label], button') !== null

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const moment = momentOf(event)
    if (event.button !== 0 || !moment || isOutside(event)) return
    pressed.current = { x: event.clientX, at: moment.at }
    // Touch scrolls the page; only a mouse drags a range.
    if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const moment = momentOf(event)
    if (!moment || (event.pointerType === 'touch' && !pressed.current)) return
    setHovered(moment.at)
    const from = pressed.current
    if (!from || event.pointerType !== 'mouse') return
    if (Math.abs(event.clientX - from.x) < dragPixels) return
    setSelected({ from: Math.min(from.at, moment.at), to: Math.max(from.at, moment.at) })
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const moment = momentOf(event)
    const from = pressed.current
    pressed.current = undefined
    setSelected(undefined)
    if (!from || !moment) return
    if (selected) setWindow(selected)
    else if (Math.abs(event.clientX - from.x) < dragPixels)
      setAt(nearestEvent(replay, moment.at, moment.perPixel * nearPixels)?.at ?? moment.at)
    if (event.pointerType === 'touch') setHovered(undefined)
  }
  const leave = () => {
    pressed.current = undefined
    setHovered(undefined)
    setSelected(undefined)
  }
  return {
    hovered,
    selected,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerLeave: leave,
      onPointerCancel: leave,
    },
  }
}
