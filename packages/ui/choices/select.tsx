import type { ReactNode } from 'react'
import {
  Button,
  FieldError,
  Label,
  ListBox,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components/Select'
import type { FieldProps } from '../fields/field.tsx'
import { ChevronDownIcon, ErrorIcon } from '../icons/icons.ts'
import { OptionRow } from './option-row.tsx'
import { dropdownMaxHeight } from '../overlays/overlay-sizes.ts'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  description?: ReactNode
  isDisabled?: boolean
}

interface SelectProps<Value extends string> extends FieldProps {
  value: Value | null
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
}

export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { error, errorPosition = 'bottom', description, options } = props
  const message = (
    <FieldError className="ph-field-error">
      <ErrorIcon size={14} />
      <span>{error}</span>
    </FieldError>
  )
  return (
    <AriaSelect
      className="ph-field"
      name={props.name}
      value={props.value}
      onChange={(value) => {
        const option = options.find((candidate) => candidate.value === value)
        if (option) props.onChange(option.value)
      }}
      isDisabled={props.isDisabled}
      isInvalid={Boolean(error)}
      placeholder={props.placeholder ?? 'Select'}
    >
      <Label className={props.isLabelHidden ? 'ph-visually-hidden' : 'ph-label'}>
        {props.label}
      </Label>
      {errorPosition === 'top' && message}
      <Button className="ph-select-button" data-invalid={error ? true : undefined}>
        <SelectValue className="ph-select-value">
          {({ isPlaceholder, selectedText, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDownIcon size={14} />
      </Button>
      {description && (
        <Text slot="description" className="ph-description">
          {description}
        </Text>
      )}
      {errorPosition === 'bottom' && message}
      <Popover
        className="ph-popover min-w-(--trigger-width)"
        offset={5}
        maxHeight={dropdownMaxHeight}
      >
        <ListBox className="ph-menu" items={options}>
          {(option) => (
            <OptionRow
              id={option.value}
              label={option.label}
              description={option.description}
              isDisabled={option.isDisabled}
            />
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
