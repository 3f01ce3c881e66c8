import { useEffect, useRef, useState } from 'react'
import { invoicePdfs } from '../contract.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallError } from '@playhead/web-kit/calls/call-error.ts'
import { callQuietly } from '@playhead/web-kit/calls/call.ts'
import { handleCallError } from '@playhead/web-kit/errors/error-order.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'

type Answer = CallResponse<typeof invoicePdfs.url>

/** A PDF takes a second to write; a busy server may take longer. */
const askEveryMs = 1000
const asksMax = 60

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, askEveryMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const open = (url: string) => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

const refuse = (description: string) =>
  toasts.show({ type: 'error', title: 'No PDF of this invoice', description })

/** Downloads the PDF of an invoice; one that is not there yet is awaited while it is written. */
export const usePdf = (id: string) => {
  const [isLoading, setLoading] = useState(false)
  const closing = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])
  const download = async () => {
    const { signal } = closing.current
    setLoading(true)
    try {
      for (let asked = 0; asked < asksMax && !signal.aborted; asked += 1) {
        const { data } = (await callQuietly(invoicePdfs.url, { params: { id }, signal })) as Answer
        if (data.url !== null) return open(data.url)
        if (data.state === 'failed') return refuse(data.reason ?? '')
        await pause(signal)
      }
      if (!signal.aborted) refuse('It takes longer than usual to write it. Please try again later.')
    } catch (error) {
      if (!signal.aborted) handleCallError(error as CallError, {})
    } finally {
      setLoading(false)
    }
  }
  return { isLoading, download }
}
