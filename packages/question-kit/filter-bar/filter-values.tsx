import { useState } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { useMediaQuery } from '@playhead/ui/layout/use-media-query.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { displayValue, isMissing } from '../dimensions/display-value.ts'
import {
  type FilterDraft,
  isChosen,
  isExcludedIn,
  withExcluded,
  withValues,
  withValueToggled,
} from './filter-draft.ts'
import { usedUpText } from './filter-limit.ts'
import { type FilterState, useFilterSource } from './filter-source.ts'
import { useValues } from '../dimensions/use-values.ts'

interface FilterValuesProps {
  dimension: DimensionId
  name: string
  state: Pick<FilterState, 'query'>
  errorId?: string
  draft: FilterDraft
  onChange: (draft: FilterDraft) => void
  /** METR-058 */
  isUsedUp: boolean
}

const rowWidths = ['46%', '32%', '58%', '40%', '26%', '51%', '35%', '44%']

const ValuesSkeleton = () => (
  <Loading label="Loading values">
    <div className="flex flex-col gap-3 py-2">
      {rowWidths.map((width) => (
        <Skeleton key={width} width={width} height={18} />
      ))}
    </div>
  </Loading>
)

/** The values of one dimension, with search, counts and choice. METR-053 */
export const FilterValues = (props: FilterValuesProps) => {
  const { dimension, name, draft, onChange, isUsedUp } = props
  const [search, setSearch] = useState('')
  const isTouch = useMediaQuery('(pointer: coarse)')
  const source = useFilterSource()
  const found = useValues({
    dimension,
    state: props.state,
    predicates: draft.predicates,
    errorId: props.errorId,
    search,
  })
  const isSearching = search.trim() !== ''
  const room = source ? source.max - draft.predicates.length : Infinity
  const canSelectAll =
    isSearching &&
    !isUsedUp &&
    !found.isBusy &&
    found.values.length > 0 &&
    found.values.length <= room
  return (
    <section aria-label={name} className="flex min-h-0 min-w-0 grow flex-col">
      <div className="flex flex-col gap-2 px-4 pt-2 pb-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-md font-semibold">{name}</h3>
          <SegmentedControl
            label={`${name} is`}
            value={isExcludedIn(draft, dimension) ? 'exclude' : 'include'}
            onChange={(type) => onChange(withExcluded(draft, dimension, type === 'exclude'))}
            options={[
              { value: 'include', label: 'Include' },
              { value: 'exclude', label: 'Exclude' },
            ]}
          />
        </div>
        <div className="flex items-center gap-2">
          <div className="min-w-0 grow">
            <SearchField
              label={`Search ${name}`}
              placeholder="Search values"
              value={search}
              onChange={setSearch}
              isDisabled={isUsedUp}
              // On a touch screen the on-screen keyboard would cover the values.
              autoFocus={!isTouch}
            />
          </div>
          <Button
            disabled={!canSelectAll}
            onClick={() =>
              onChange(
                withValues(
                  draft,
                  dimension,
                  found.values.map(({ value }) => value),
                ),
              )
            }
          >
            Select All
          </Button>
        </div>
        {isUsedUp && (
          <output className="text-sm text-warn">{source?.usedUpText ?? usedUpText}</output>
        )}
      </div>
      <div
        className="min-h-0 grow overflow-y-auto px-4 pb-2 transition-opacity aria-busy:opacity-60"
        aria-busy={found.isBusy}
      >
        {found.isPending && <ValuesSkeleton />}
        {!found.isPending && found.isError && (
          <FailedState
            message="The values couldn’t be read."
            onRetry={found.refetch}
            isRetrying={found.isFetching}
          />
        )}
        {!found.isPending && !found.isError && found.values.length === 0 && !found.isBusy && (
          <EmptyState
            title={`No ${name} filters were found. If you have other filters applied, try removing some.`}
          />
        )}
        {found.values.length > 0 && (
          <ul aria-label={`Values of ${name}`}>
            {found.values.map(({ value, totalCount }) => (
              <li
                key={String(value)}
                className="border-b border-line last:border-b-0 [&_.ph-choice]:w-full [&_.ph-choice]:py-1 [&_.ph-choice]:text-sm"
              >
                <Checkbox
                  isChecked={isChosen(draft, dimension, value)}
                  isDisabled={isUsedUp && !isChosen(draft, dimension, value)}
                  onChange={() => onChange(withValueToggled(draft, dimension, value))}
                >
                  <span className="flex justify-between gap-3">
                    <span
                      className={`min-w-0 break-words ${isMissing(value) ? 'text-ink-3 italic' : ''}`}
                    >
                      {displayValue(dimension, value)}
                    </span>{' '}
                    <span className="shrink-0 text-ink-3 tabular-nums">
                      {formatNumber(totalCount)}
                      <VisuallyHidden> {source?.counted ?? 'views'}</VisuallyHidden>
                    </span>
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
        {found.hasMore && (
          <div className="flex items-center gap-2 pt-2 text-sm text-ink-3">
            <span>
              {formatNumber(found.values.length)} of {formatNumber(found.total)}
            </span>
            <Button size="sm" kind="ghost" isLoading={found.isFetching} onClick={found.askMore}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
