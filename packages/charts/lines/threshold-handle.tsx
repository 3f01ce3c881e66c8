import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { sliderRole } from '../cursor/slider-role.ts'
import type { LineChartPlan } from './prepare-line-chart.ts'

export interface Threshold {
  label: string
  value: number
  min: number
  max: number
  step: number
  format: (value: number) => string
  onChange: (value: number) => void
}

interface ThresholdHandleProps {
  plan: LineChartPlan
  threshold: Threshold
}

/** Beside the plot, where it covers no part of the line; values of usual length leave the plot as wide as it is. */
export const handleSpace = ({ value, format }: Threshold) =>
  Math.max(64, format(value).length * 7 + 26)

const pageSteps = 10

const offsets: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: pageSteps,
  PageDown: -pageSteps,
}

/** A line across the chart whose value people move by its handle. */
export const ThresholdHandle = ({ plan, threshold }: ThresholdHandleProps) => {
  const { label, value, min, max, step, format, onChange } = threshold
  const { plot } = plan
  const line = useRef<HTMLDivElement>(null)
  const set = (next: number) => {
    const rounded = Number((Math.round(next / step) * step).toPrecision(12))
    const bounded = Math.min(Math.max(rounded, min), max)
    if (bounded !== value) onChange(bounded)
  }
  const move = (event: PointerEvent) => {
    const frame = line.current?.parentElement?.getBoundingClientRect()
    if (!frame || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const [zero, one] = [plan.y(0), plan.y(1)]
    set((event.clientY - frame.top - plot.top - zero) / (one - zero))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = offsets[event.key]
    if (offset === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    set(value + offset * step)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: move,
    onKeyDown,
  }
  const y = Math.min(Math.max(plan.y(value), 0), plot.height)
  return (
    <div
      ref={line}
      className="ph-chart-threshold"
      style={{ left: plot.left, width: plot.width, top: plot.top + y }}
    >
      <div
        className="ph-chart-threshold-handle"
        {...sliderRole}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={format(value)}
        {...handlers}
      >
        {format(value)}
      </div>
    </div>
  )
}
