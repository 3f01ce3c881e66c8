import { useQuery } from '@tanstack/react-query'
import { runningQuestions } from '@playhead/question-contract/running-questions.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import { stopQuestions } from '@playhead/web-kit/calls/requests-in-flight.ts'
import { query } from '@playhead/web-kit/queries/query.ts'

const progressMs = 1_000

export const SlowProgress = () => {
  const { data } = useQuery({
    ...query(runningQuestions.progress, {}, { quiet: true }),
    refetchInterval: progressMs,
    retry: false,
  })
  const share = data?.data.share ?? undefined
  const percent = share === undefined ? undefined : Math.floor(share * 100)
  return (
    <div className="ph-slow">
      <span className="whitespace-nowrap">
        Reading views{percent === undefined ? ' …' : `, ${percent} %`}
      </span>
      <ProgressBar label="Views that are read" value={percent} />
      <Button size="sm" onClick={stopQuestions}>
        Stop
      </Button>
    </div>
  )
}
