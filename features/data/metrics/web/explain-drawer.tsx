import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@playhead/domain/format.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { ArrowRightIcon } from '@playhead/ui/icons/icons.ts'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { metricEndpoints } from '../contract.ts'

interface ExplainDrawerProps {
  isOpen: boolean
  onClose: () => void
  metric: MetricId
  measurement: Measurement
  state: QuestionState
  /** The value of all views, the values over time, or those of a dimension. */
  kind?: 'overall' | 'timeseries' | 'breakdown'
  /** A step for a timeseries, a dimension for a breakdown. */
  groupBy?: string
}

const Code = ({ label, code }: { label: string; code: string }) => (
  <div className="rounded-md border border-line bg-sunk p-3">
    <div className="flex justify-end pb-2">
      <CopyControl value={code} label={`${label}:`}>
        <span className="font-text">Copy</span>
      </CopyControl>
    </div>
    <pre className="font-mono text-xs break-words whitespace-pre-wrap">{code}</pre>
  </div>
)

const Section = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section>
    <h3 className="pb-2 text-md font-medium">{title}</h3>
    {children}
  </section>
)

/** Queries are one long line; line breaks before clauses make them readable. */
const laidOut = (sql: string) =>
  sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (FROM|WHERE|GROUP BY|ORDER BY|LIMIT|SETTINGS) /g, '\n$1 ')
    .trim()

const ExplainBody = ({
  metric,
  measurement,
  state,
  kind = 'overall',
  groupBy,
}: ExplainDrawerProps) => {
  const path = usePath()
  const answer = useQuery(
    query(
      metricEndpoints.explain,
      { params: { metric }, query: { ...state.query, measurement, kind, groupBy } },
      { quiet: true },
    ),
  )
  if (answer.isError)
    return (
      <FailedState
        message={answer.error.message}
        onRetry={() => void answer.refetch()}
        isRetrying={answer.isFetching}
      />
    )
  if (!answer.data)
    return (
      <Loading label="Looking up how this number comes about">
        <SkeletonLines count={14} />
      </Loading>
    )
  const { definition, formula, sql, parameters, includedViews, excluded } = answer.data.data
  const bindings = JSON.stringify(parameters, null, 2)
  return (
    <Stack gap={4}>
      <Section title="What it is">
        <p className="text-md">{definition}</p>
      </Section>
      <Section title="Formula">
        <p className="font-mono text-sm break-words">{formula}</p>
      </Section>
      <Section title="Views">
        <table className="ph-table" aria-label="Views in this number and left out of it">
          <thead className="ph-visually-hidden">
            <tr>
              <th scope="col">Which</th>
              <th scope="col">Views</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row" data-main>
                In this number
              </th>
              <td data-align="end" className="whitespace-nowrap">
                {formatNumber(includedViews)}
              </td>
            </tr>
            {excluded.map(({ reason, views }) => (
              <tr key={reason}>
                <th scope="row" data-main className="font-normal">
                  Left out: {reason}
                </th>
                <td data-align="end" className="whitespace-nowrap">
                  {formatNumber(views)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="pt-3">
          <LinkButton
            size="sm"
            iconAfter={<ArrowRightIcon size={14} />}
            href={path('views') + stringifySearch(questionSearch(state.question))}
          >
            Show these views
          </LinkButton>
        </div>
      </Section>
      <Section title="Query">
        <Code label="The query" code={laidOut(sql)} />
      </Section>
      <Section title="Its parameters">
        <Code label="The parameters" code={bindings} />
      </Section>
    </Stack>
  )
}

export const ExplainDrawer = (props: ExplainDrawerProps) => (
  <Drawer
    isOpen={props.isOpen}
    onClose={props.onClose}
    title="Explain this number"
    description={metrics[props.metric].title}
  >
    <ExplainBody {...props} />
  </Drawer>
)
