import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { EyeIcon, MoreIcon } from '@playhead/ui/icons/icons.ts'
import { ColumnsIcon, FilterIcon, MinusIcon } from '@playhead/ui/icons/subject-icons.ts'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { predicateOf, useQuestionLinks } from './question-links.ts'

interface RowMenuProps {
  dimension: DimensionId
  value: string | null
  state: QuestionState
}

/** The actions for one value of a dimension. */
export const RowMenu = ({ dimension, value, state }: RowMenuProps) => {
  const links = useQuestionLinks(state.question)
  const text = displayValue(dimension, value)
  const { isHistorical } = state.resolved
  return (
    <LazyMenu
      label={`Actions for ${text}`}
      placement="bottom end"
      trigger={<IconButton size="sm" icon={<MoreIcon size={15} />} label={`Actions for ${text}`} />}
      items={[
        {
          id: 'filter',
          label: 'Filter by this value',
          icon: <FilterIcon size={14} />,
          onSelect: () => state.addPredicate(predicateOf(dimension, value)),
        },
        {
          id: 'exclude',
          label: 'Exclude this value',
          icon: <MinusIcon size={14} />,
          onSelect: () => state.addPredicate(predicateOf(dimension, value, true)),
        },
        {
          id: 'compare',
          label: 'Compare with others',
          icon: <ColumnsIcon size={14} />,
          href: links.comparisonOf(dimension, value),
        },
        {
          id: 'views',
          label: 'Views with this value',
          icon: <EyeIcon size={14} />,
          href: links.viewsWith(dimension, value),
          isDisabled: isHistorical,
        },
      ]}
    />
  )
}
