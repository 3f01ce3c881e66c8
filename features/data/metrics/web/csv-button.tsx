import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { useDownload } from '@playhead/web-kit/calls/download.ts'
import { metricEndpoints, metricLimits } from '../contract.ts'
import { type BreakdownAsked, breakdownInput } from './use-metric-data.ts'

/** Downloads all rows of the table's query. METR-042 */
export const CsvButton = ({ asked, state }: { asked: BreakdownAsked; state: QuestionState }) => {
  const { isDownloading, start } = useDownload()
  const { params, query } = breakdownInput(asked, state.query)
  return (
    <Button
      kind="ghost"
      size="sm"
      icon={<DownloadIcon size={14} />}
      aria-label="Download CSV"
      isLoading={isDownloading}
      onClick={() =>
        void start(metricEndpoints.breakdown, {
          params,
          query: { ...query, limit: metricLimits.fileMax },
        })
      }
    >
      <span className="max-md:hidden">Download CSV</span>
    </Button>
  )
}
