import { formatNumber } from '@playhead/domain/format.ts'
import { type Measurement } from '@playhead/metrics/metric.ts'
import { useDimensions } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { isDimension } from '@playhead/question-kit/question/predicate.ts'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import { errorText } from '@playhead/question-kit/values/approximate.ts'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { ChevronDownIcon, PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Inline, Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { SearchableDropdown } from '@playhead/ui/menus/searchable-dropdown.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { ColumnHead } from './column-head.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { useColumns } from './use-columns.ts'
import { useColumnsData } from './use-columns-data.ts'
import { ValuePicker } from './value-picker.tsx'

const measurementOptions = [
  { value: 'avg', label: 'Average' },
  { value: 'median', label: 'Median' },
  { value: '95th', label: '95th' },
] as const satisfies readonly { value: Measurement; label: string }[]

type Shown = (typeof measurementOptions)[number]['value']

const useMeasurement = (): [Shown, (next: Shown) => void] => {
  const given = useSearchValue('measurement')
  const setSearch = useSetSearch()
  const shown = measurementOptions.find(({ value }) => value === given)?.value ?? 'avg'
  return [shown, (next) => setSearch({ measurement: next === 'avg' ? undefined : next })]
}

const explanationOf = (isHistorical: boolean) =>
  isHistorical
    ? 'Ranges older than 100 days are kept as sums of days, which do not show how certain a difference is.'
    : 'Differences are to the first column, with the range they lie in 95 times of 100. What can be chance would also come up between views that are alike.'

/** METR-087, METR-088, METR-089, METR-090 */
export const Screen = () => {
  const state = useQuestion()
  const columns = useColumns(state)
  const path = usePath()
  const { groups, nameOf } = useDimensions()
  const [measurement, setMeasurement] = useMeasurement()
  const { dimension, values } = columns
  const data = useColumnsData(state, columns)
  // The column with the fewest views says what all of them may be.
  const samples = data.flatMap((one) => one.sampleOf ?? [])
  const sampleOf = samples.length === 0 ? undefined : Math.max(...samples)
  const approximate = data.find((one) => one.approximate !== undefined)?.approximate
  const metricsPath = path('metrics') + stringifySearch(questionSearch(state.question))
  const { isHistorical } = state.resolved
  return (
    <>
      <PageHeader title="Compare" breadcrumbs={[{ label: 'Metrics', href: metricsPath }]}>
        <CopyLinkButton />
        <TimeframePicker state={state} />
      </PageHeader>
      <Stack gap={3}>
        <FilterBar state={state} canFilterMetrics />
        <Card
          isFlush
          title={
            <SearchableDropdown
              label="Dimension"
              noResultsText="There is no such dimension."
              selectedId={dimension}
              onSelect={(id) => isDimension(id) && columns.setDimension(id)}
              items={groups.map(({ id, title, dimensions: all }) => ({
                id,
                title,
                items: all
                  .filter(({ isBasic }) => isBasic || !isHistorical)
                  .map((one) => ({ id: one.id, label: one.displayName })),
              }))}
              trigger={
                <Button
                  kind="ghost"
                  className="-ml-[13px]"
                  iconAfter={<ChevronDownIcon size={14} />}
                  aria-label={`Dimension: ${nameOf(dimension)}`}
                >
                  {nameOf(dimension)}
                </Button>
              }
            />
          }
          actions={
            <Inline gap={2}>
              <SegmentedControl
                label="Measurement"
                value={measurement}
                onChange={setMeasurement}
                options={measurementOptions}
              />
              {columns.canAdd && (
                <ValuePicker
                  label="Add a column"
                  dimension={dimension}
                  state={state}
                  taken={values}
                  onSelect={columns.add}
                  trigger={<Button icon={<PlusIcon size={14} />}>Add column</Button>}
                />
              )}
            </Inline>
          }
          footer={
            (values.length > 1 || sampleOf !== undefined || approximate !== undefined) && (
              <p className="text-sm text-ink-2">
                <output>
                  {sampleOf !== undefined &&
                    `From 1 view in ${formatNumber(sampleOf)} for now; the exact values follow. `}
                </output>
                {values.length > 1 && `${explanationOf(isHistorical)} `}
                {approximate !== undefined &&
                  `Medians and 95th percentiles are from sums, within ${errorText(approximate)}.`}
              </p>
            )
          }
        >
          <ComparisonTable
            measurement={measurement}
            columns={values.map((value, place) => ({
              id: `${place} ${value}`,
              head: <ColumnHead columns={columns} place={place} state={state} />,
              ...data[place]!,
            }))}
          />
        </Card>
      </Stack>
    </>
  )
}
