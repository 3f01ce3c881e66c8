import { useState } from 'react'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import {
  apiOrigin,
  type CallArguments,
  callUrl,
  headersOf,
  type LooseInput,
  readBody,
} from './call.ts'
import { responseError, type CallError, thrownError } from './call-error.ts'
import { handleCallError } from '../errors/error-order.ts'
import { currentTenant } from '../session/tenant.ts'

/** Long enough for the browser to start saving. */
const revokeAfterMs = 60_000

export const saveFile = (file: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs)
}

const fileNameIn = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]

/** Downloads the rows of a table as the file that its endpoint or the response names, with the cookie and tenant of any call. METR-043 */
export const download = async <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) => {
  const tenant = currentTenant()
  try {
    const response = await fetch(apiOrigin.value + callUrl(endpoint, input as LooseInput, tenant), {
      credentials: apiOrigin.value ? 'include' : 'same-origin',
      headers: { ...headersOf(tenant), Accept: 'text/csv' },
    })
    if (!response.ok) throw responseError(response.status, await readBody(response))
    saveFile(await response.blob(), endpoint.csv ?? fileNameIn(response) ?? 'export.csv')
  } catch (cause) {
    throw thrownError(cause, undefined)
  }
}

/** Whether a download is in flight, for its button; a failure is shown like that of any call. */
export const useDownload = () => {
  const [isDownloading, setIsDownloading] = useState(false)
  const start = async <E extends Endpoint>(endpoint: E, ...given: CallArguments<E>) => {
    setIsDownloading(true)
    try {
      await download(endpoint, ...given)
    } catch (error) {
      handleCallError(error as CallError, {})
    } finally {
      setIsDownloading(false)
    }
  }
  return { isDownloading, start }
}
