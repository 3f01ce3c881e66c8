import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { engagementLimits } from '../contract.ts'
import { BreakdownChart } from './breakdown-chart.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { EngagementHeader, subjectName } from './engagement-header.tsx'
import { useEngagement } from './use-engagement.ts'
import { useBreakdown } from './use-engagement-data.ts'

/** ENGA-002 */
export const Screen = () => {
  const engagement = useEngagement()
  const { dimension, order, direction, subject, linkTo } = engagement
  const paging = usePageParameter()
  const breakdown = useBreakdown(engagement, {
    dimension,
    order,
    direction,
    page: paging.page,
    limit: engagementLimits.pageSize,
  })
  useExistingPage(paging, engagementLimits.pageSize, {
    data: breakdown.rows && { totalRowCount: breakdown.rowCount },
    isPlaceholderData: breakdown.isStale,
  })
  const name = subjectName(engagement)
  return (
    <>
      <EngagementHeader
        engagement={engagement}
        title="Engagement breakdown"
        breadcrumbs={[
          { label: 'Engagement', href: linkTo('engagement', { subject: undefined }) },
          ...(subject && name ? [{ label: name, href: linkTo('engagement') }] : []),
        ]}
      />
      <Stack gap={3}>
        <FilterBar state={engagement.state} canFilterMetrics />
        <BreakdownChart engagement={engagement} />
        <Card isFlush>
          <BreakdownTable engagement={engagement} breakdown={breakdown} paging={paging} />
        </Card>
      </Stack>
    </>
  )
}
