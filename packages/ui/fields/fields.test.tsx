import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '../buttons/button.tsx'
import { Checkbox } from '../choices/checkbox.tsx'
import { InlineTitleEditor } from './inline-title-editor.tsx'
import { MultiLineInput } from './multi-line-input.tsx'
import { PasswordField } from './password-field.tsx'
import { RadioGroup } from '../choices/radio-group.tsx'
import { SearchField } from './search-field.tsx'
import { SegmentedControl } from '../choices/segmented-control.tsx'
import { Switch } from '../choices/switch.tsx'
import { TextField } from './text-field.tsx'

describe('buttons', () => {
  test('KIT-001 a button is pressed by pointer, Enter and Space, and not while it is busy', async () => {
    const user = userEvent.setup()
    const onClick = vi.fn()
    const { rerender } = render(<Button onClick={onClick}>Save</Button>)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.keyboard('{Enter}')
    await user.keyboard(' ')
    expect(onClick).toHaveBeenCalledTimes(3)

    rerender(
      <Button onClick={onClick} isLoading>
        Save
      </Button>,
    )
    const busy = screen.getByRole('button', { name: 'Save' })
    expect(busy.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(busy)
    await user.click(busy)
    expect(onClick).toHaveBeenCalledTimes(3)
  })

  test('KIT-001 a busy submit button does not submit its form again', async () => {
    const user = userEvent.setup()
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" isLoading>
          Sign in
        </Button>
      </form>,
    )
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('switch, checkbox and radio buttons', () => {
  test('KIT-001 KIT-003 the switch toggles and reports on or off', async () => {
    const user = userEvent.setup()
    const reported: boolean[] = []
    function Example() {
      const [isOn, setIsOn] = useState(false)
      const report = (next: boolean) => {
        reported.push(next)
        setIsOn(next)
      }
      return (
        <Switch isOn={isOn} onChange={report}>
          Compare
        </Switch>
      )
    }
    render(<Example />)
    const control = screen.getByRole('switch', { name: 'Compare' })
    await user.click(control)
    expect(control).toHaveProperty('checked', true)
    await user.keyboard(' ')
    expect(control).toHaveProperty('checked', false)
    expect(reported).toEqual([true, false])
  })

  test('KIT-001 a checkbox is named by its label alone and described by its description', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(
      <Checkbox description="Viewers see them." onChange={onChange}>
        Show annotations
      </Checkbox>,
    )
    const box = screen.getByRole('checkbox', { name: 'Show annotations' })
    const description = document.getElementById(box.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('Viewers see them.')
    await user.click(screen.getByText('Show annotations'))
    expect(onChange).toHaveBeenCalledWith(true)
  })

  test('KIT-001 an indeterminate checkbox says so', () => {
    render(<Checkbox isIndeterminate>Some</Checkbox>)
    expect(screen.getByRole('checkbox', { name: 'Some' })).toHaveProperty('indeterminate', true)
  })

  test('KIT-001 one radio button of a group is chosen and a disabled one can not be', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(
      <RadioGroup
        label="Quality"
        value="plus"
        onChange={onChange}
        options={[
          { value: 'basic', label: 'Basic', description: 'Up to 1080p.' },
          { value: 'plus', label: 'Plus' },
          { value: 'premium', label: 'Premium', isDisabled: true },
        ]}
      />,
    )
    expect(screen.getByRole('group', { name: 'Quality' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Plus' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('radio', { name: 'Premium' }))
    await user.click(screen.getByRole('radio', { name: 'Basic' }))
    expect(onChange.mock.calls).toEqual([['basic']])
  })

  test('a segmented control is a radio group', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(
      <SegmentedControl
        label="Measurement"
        value="avg"
        onChange={onChange}
        options={[
          { value: 'avg', label: 'Average' },
          { value: 'median', label: 'Median' },
        ]}
      />,
    )
    await user.click(screen.getByRole('radio', { name: 'Median' }))
    expect(onChange).toHaveBeenCalledWith('median')
  })
})

describe('text fields', () => {
  test.each(['top', 'bottom'] as const)(
    'KIT-014 the error of a field is shown at the %s',
    (errorPosition) => {
      render(<TextField label="Email" error="Invalid email" errorPosition={errorPosition} />)
      const input = screen.getByRole('textbox', { name: 'Email' })
      const error = screen.getByText('Invalid email')
      const follows = input.compareDocumentPosition(error) & Node.DOCUMENT_POSITION_FOLLOWING
      expect(Boolean(follows)).toBe(errorPosition === 'bottom')
      expect(input.getAttribute('aria-invalid')).toBe('true')
      expect(input.getAttribute('aria-describedby')).toBe(error.parentElement?.id)
    },
  )

  test('a text field reports what is typed and hands out its element', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    let element: HTMLInputElement | null = null
    render(
      <TextField
        label="Name"
        onChange={onChange}
        description="Shown to your team."
        ref={(node) => {
          element = node
        }}
      />,
    )
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nor')
    expect(onChange.mock.calls).toEqual([['N'], ['No'], ['Nor']])
    expect(element).toBe(screen.getByRole('textbox'))
  })

  test('a password can be shown and hidden again', async () => {
    const user = userEvent.setup()
    render(<PasswordField label="Password" defaultValue="secret" />)
    const input = screen.getByLabelText('Password')
    expect(input.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.getAttribute('type')).toBe('password')
  })

  test('a search is cleared by Escape and by its button', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(<SearchField label="Search assets" value="harbour" onChange={onChange} />)
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await user.click(screen.getByRole('searchbox', { name: 'Search assets' }))
    await user.keyboard('{Escape}')
    expect(onChange.mock.calls).toEqual([[''], ['']])
  })
})

describe('multi-line input', () => {
  test('KIT-001 KIT-013 it is empty, has 4 rows and can not be resized', () => {
    render(<MultiLineInput label="Note" onChange={() => undefined} />)
    const input = screen.getByRole('textbox', { name: 'Note' }) as HTMLTextAreaElement
    expect(input.value).toBe('')
    expect(input.getAttribute('rows')).toBe('4')
    expect(input.style.resize).toBe('none')
  })

  test('KIT-012 with a maximum length it counts the typed characters against it', async () => {
    const user = userEvent.setup()
    function Example() {
      const [value, setValue] = useState('')
      return <MultiLineInput label="Note" value={value} onChange={setValue} maxLength={5} />
    }
    const { container } = render(<Example />)
    expect(container.querySelector('.ph-count')?.textContent).toBe('0/5 characters')
    await user.type(screen.getByRole('textbox'), 'abcdefgh')
    expect(container.querySelector('.ph-count')?.textContent).toBe('5/5 characters')
  })

  test('KIT-012 without a maximum length there is no count', () => {
    const { container } = render(
      <MultiLineInput label="Note" value="abc" onChange={() => undefined} />,
    )
    expect(container.querySelector('.ph-count')).toBeNull()
  })
})

describe('inline title editor', () => {
  async function openEditor() {
    const user = userEvent.setup()
    const onSave = vi.fn()
    render(<InlineTitleEditor label="Edit title" value="Late Harbour" onSave={onSave} />)
    await user.click(screen.getByRole('button', { name: 'Late Harbour' }))
    const input = screen.getByRole('textbox', { name: 'Edit title' })
    await user.clear(input)
    await user.type(input, 'Cup final')
    return { user, onSave }
  }

  test('KIT-017 Enter saves', async () => {
    const { user, onSave } = await openEditor()
    await user.keyboard('{Enter}')
    expect(onSave.mock.calls).toEqual([['Cup final']])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('KIT-017 Shift and Enter do not save', async () => {
    const { user, onSave } = await openEditor()
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    expect(onSave).not.toHaveBeenCalled()
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Cup final')
  })

  test('KIT-017 Escape reverts', async () => {
    const { user, onSave } = await openEditor()
    await user.keyboard('{Escape}')
    expect(onSave).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Late Harbour' })).toBeTruthy()
  })
})
