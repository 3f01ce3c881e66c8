import { type FormEvent, useState } from 'react'
import { isCallError } from '../calls/call-error.ts'

type Errors<V> = Partial<Record<keyof V & string, string | undefined>>

export interface FormOptions<V, Answer> {
  initial: V
  validate?: (values: V) => Errors<V>
  submit: (values: V) => Promise<Answer>
  onDone?: (answer: Answer) => void
}

const fieldErrors = <V extends object>(values: V, fields: Record<string, string[]>) => {
  const errors: Errors<V> = {}
  for (const name of Object.keys(values) as (keyof V & string)[])
    if (fields[name]?.length) errors[name] = fields[name].join(' ')
  return errors
}

const hasErrors = (errors: object) => Object.values(errors).some(Boolean)

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

const fallback = 'Something went wrong, please try again later.'

const focusFirstInvalid = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

/** Values, errors and submit of a form: checked on submit, then while the values are corrected. */
export const useForm = <V extends object, Answer>(options: FormOptions<V, Answer>) => {
  const { initial, validate, submit, onDone } = options
  const [values, setValues] = useState(initial)
  const [followed, setFollowed] = useState(initial)
  const [errors, setErrors] = useState<Errors<V>>({})
  const [failure, setFailure] = useState<string>()
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [wasSubmitted, setWasSubmitted] = useState(false)

  // The server's answer may change the initial values later; values that a person has edited are kept.
  if (!isSame(followed, initial)) {
    setFollowed(initial)
    if (isSame(values, followed)) setValues(initial)
  }

  /** Fields that are checked against each other change together. */
  const change = (changes: Partial<V>) => {
    // Two fields set in a row must both stay, so neither may use the values of the last render.
    setValues((before) => ({ ...before, ...changes }))
    if (!wasSubmitted) return
    const found: Errors<V> = validate?.({ ...values, ...changes }) ?? {}
    for (const name in changes) setErrors((before) => ({ ...before, [name]: found[name] }))
  }

  const set = <K extends keyof V & string>(name: K, value: V[K]) =>
    change({ [name]: value } as unknown as Partial<V>)

  const fail = (error: unknown) => {
    if (!isCallError(error)) throw error
    // A toast has said it already. DEMO-004
    if (error.type === 'demo') return
    const known = fieldErrors(values, error.fields)
    setErrors(known)
    if (hasErrors(known)) focusFirstInvalid()
    else setFailure(error.messages.join(' ') || fallback)
  }

  const send = async () => {
    if (isSubmitting) return
    setWasSubmitted(true)
    setFailure(undefined)
    const found = validate?.(values) ?? {}
    setErrors(found)
    if (hasErrors(found)) {
      focusFirstInvalid()
      return
    }
    setIsSubmitting(true)
    try {
      const answer = await submit(values)
      onDone?.(answer)
    } catch (error) {
      fail(error)
    } finally {
      setIsSubmitting(false)
    }
  }

  return {
    values,
    errors,
    failure,
    isSubmitting,
    set,
    change,
    submit: send,
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: V[K]) => set(name, value),
    }),
    formProps: {
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void send()
      },
    },
    reset: (next: V = initial) => {
      setValues(next)
      setErrors({})
      setFailure(undefined)
      setWasSubmitted(false)
    },
  }
}

export type Form<V extends object> = ReturnType<typeof useForm<V, unknown>>
