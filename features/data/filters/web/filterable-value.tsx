import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { toasts } from '@playhead/ui/toast-store.ts'
import { isApple } from '@playhead/ui/is-apple.ts'
import { Tooltip } from '@playhead/ui/tooltip.tsx'
import { useFlags } from '@playhead/web-kit/use-session.ts'
import { isAtLimit, usedUpText } from './filter-limit.ts'
import { dimensionName, displayValue, isMissing } from './display-value.ts'
import { parsePredicate, predicateValue } from './predicate.ts'
import type { QuestionState } from './use-question.ts'

interface FilterableValueProps {
  state: Pick<QuestionState, 'question' | 'resolved' | 'addPredicate'>
  dimension: DimensionId
  value: string | null
  /** As the environment names the dimension, where that is known. */
  name?: string
  /** In place of the value as people read it. */
  children?: ReactNode
}

/** A value that adds itself as a filter when pressed, and excludes itself together with Alt. */
export const FilterableValue = (props: FilterableValueProps) => {
  const { state, dimension, value, name = dimensionName(dimension) } = props
  const { maxFilters } = useFlags()
  const text = displayValue(dimension, value)
  const shown = (
    <span className={isMissing(value) ? 'text-ink-3 italic' : undefined}>
      {props.children ?? text}
    </span>
  )
  const { isBasic }: Dimension = dimensions[dimension]
  if (state.resolved.isHistorical && !isBasic) return shown

  const add = (isExcluded: boolean) => {
    if (isAtLimit(state.question.predicates, dimension, maxFilters)) {
      toasts.show({ type: 'warning', title: usedUpText })
      return
    }
    const [predicate] = parsePredicate(`${dimension}:${predicateValue(value)}`)
    if (predicate) state.addPredicate({ ...predicate, isExcluded })
  }
  const onClick = (event: MouseEvent) => {
    // Rows open something when pressed; the value alone filters.
    event.stopPropagation()
    event.preventDefault()
    add(event.altKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.stopPropagation()
    // Browsers press no button by Enter and Alt together.
    if (!event.altKey) return
    event.preventDefault()
    add(true)
  }
  return (
    <Tooltip
      content={`Filter by ${name} ${text}. Hold ${isApple() ? 'Option' : 'Alt'} to exclude it.`}
    >
      <button
        type="button"
        className="max-w-full cursor-pointer rounded-md text-left break-words hover:underline hover:decoration-ink-4 hover:underline-offset-3"
        aria-keyshortcuts="Alt+Enter"
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {shown}
      </button>
    </Tooltip>
  )
}
