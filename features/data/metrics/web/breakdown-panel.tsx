import { memo } from 'react'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Preview } from '@playhead/question-kit/charts/use-preview.ts'
import { useDimensions } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { useUsedDimensions } from '@playhead/question-kit/dimensions/use-used-dimensions.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { SearchableDropdown } from '@playhead/ui/menus/searchable-dropdown.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { BreakdownSearch } from './breakdown-search.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import type { BreakdownAsked } from './use-metric-data.ts'
import type { MetricChoiceState } from './use-metric-choice.ts'

/** Shown once the dimensions are known, which takes longer than its code. */
const DimensionList = lazyPart(
  'DimensionList',
  () => import('@playhead/question-kit/dimensions/dimension-list.tsx'),
  <div className="p-4">
    <SkeletonLines count={12} />
  </div>,
)

/** Few questions have metric filters. */
const MetricFilterNote = lazyPart(
  'MetricFilterNote',
  () => import('./metric-filter-note.tsx'),
  null,
)

interface BreakdownPanelProps {
  asked: BreakdownAsked
  state: QuestionState
  choice: MetricChoiceState
  onLook: (preview: Preview | undefined) => void
}

/** On phones one control above the table replaces the list of dimensions. */
const DimensionMenu = ({ state, choice }: Pick<BreakdownPanelProps, 'state' | 'choice'>) => {
  const { groups, nameOf } = useDimensions()
  const { isHistorical } = state.resolved
  return (
    <SearchableDropdown
      label="Dimensions"
      items={groups.map(({ id, title, dimensions }) => ({
        id,
        title,
        items: dimensions
          .filter(({ isBasic }) => isBasic || !isHistorical)
          .map((dimension) => ({ id: dimension.id, label: dimension.displayName })),
      }))}
      selectedId={choice.dimension}
      onSelect={(id) => choice.setDimension(id as DimensionId)}
      noResultsText="No dimension has this name."
      trigger={
        <Button isWide iconAfter={<ChevronDownIcon size={14} />}>
          By {nameOf(choice.dimension)}
        </Button>
      }
    />
  )
}

/** Beside the table, which is not drawn again when it becomes known what is used. */
const DimensionSide = ({ state, choice }: Pick<BreakdownPanelProps, 'state' | 'choice'>) => {
  const { used, isLoading } = useUsedDimensions(state)
  return (
    <DimensionList
      label="Break down by"
      selectedId={choice.dimension}
      onSelect={choice.setDimension}
      isHistorical={state.resolved.isHistorical}
      used={used}
      isUseLoading={isLoading}
      hasSearch
    />
  )
}

/** Drawn again only when what it shows changes: a line that is looked at changes the chart alone. METR-034 */
export const BreakdownPanel = memo(({ asked, state, choice, onLook }: BreakdownPanelProps) => {
  const { nameOf } = useDimensions()
  return (
    <Card isFlush>
      <div className="grid lg:grid-cols-[30%_70%]">
        <div className="border-b border-line p-3 lg:hidden">
          <DimensionMenu state={state} choice={choice} />
        </div>
        <div className="hidden border-r border-line lg:block">
          <div className="sticky top-0 flex max-h-[max(560px,100dvh)] flex-col">
            <DimensionSide state={state} choice={choice} />
          </div>
        </div>
        <div className="min-w-0">
          <div className="border-b border-line p-3">
            <BreakdownSearch
              key={choice.dimension}
              label={`Search ${nameOf(choice.dimension)}`}
              query={choice.query}
              onChange={choice.setQuery}
            />
            {state.query.metricFilters.length > 0 && (
              <MetricFilterNote asked={asked} state={state} />
            )}
          </div>
          <BreakdownTable
            asked={asked}
            state={state}
            choice={choice}
            nameOf={nameOf}
            onLook={onLook}
          />
        </div>
      </div>
    </Card>
  )
})
