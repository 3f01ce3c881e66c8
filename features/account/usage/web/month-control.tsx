import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '@playhead/ui/icons/icons.ts'
import { addMonths, monthName, thisMonth } from './usage-texts.ts'
import { firstMonth } from './use-usage.ts'

const listed = 13

interface MonthControlProps {
  month: string
  onChange: (month: string) => void
}

export const MonthControl = ({ month, onChange }: MonthControlProps) => {
  const now = thisMonth()
  const recent = Array.from({ length: listed }, (_, index) => addMonths(now, -index))
  const months = recent.includes(month) ? recent : [...recent, month]
  return (
    <fieldset className="usage-month" aria-label="Month">
      <IconButton
        icon={<ChevronLeftIcon size={14} />}
        label="The month before"
        disabled={month <= firstMonth}
        onClick={() => onChange(addMonths(month, -1))}
      />
      <Select
        label="Month"
        isLabelHidden
        value={month}
        options={months.map((value) => ({ value, label: monthName(value) }))}
        onChange={onChange}
      />
      <IconButton
        icon={<ChevronRightIcon size={14} />}
        label="The next month"
        disabled={month >= now}
        onClick={() => onChange(addMonths(month, 1))}
      />
    </fieldset>
  )
}
