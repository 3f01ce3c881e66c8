import { useQuery } from '@tanstack/react-query'
import { errorQuestions } from '@playhead/question-contract/error-questions.ts'
import { ComboBox } from '@playhead/ui/choices/combo-box.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'

interface SeenCodeFieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (code: string) => void
  taken: readonly string[]
}

const seenIn = { timeframe: ['7:days'], limit: 200 }

/** Accepts any code; suggests those of the last 7 days, the most frequent first. */
export const SeenCodeField = ({ taken, ...field }: SeenCodeFieldProps) => {
  const seen = useQuery(query(errorQuestions.list, { query: seenIn }, { quiet: true }))
  const codes = new Set(seen.data?.data.flatMap(({ playerErrorCode }) => playerErrorCode ?? []))
  const typed = field.value.trim().toLowerCase()
  const options = [...codes]
    .filter((code) => !taken.includes(code) && code.toLowerCase().includes(typed))
    .map((code) => ({ value: code, label: code }))
  return (
    <ComboBox
      {...field}
      label="Error code"
      description="As the player sends it. Codes of the last 7 days are offered, the most frequent first."
      allowsCustomValue
      onSelect={field.onChange}
      options={options}
      noResultsText={seen.isPending ? 'Looking for codes…' : 'No such code in the last 7 days'}
    />
  )
}
