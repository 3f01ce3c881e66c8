/** The few Node types that the test server needs; Node's own types would make all of Node look available to browser code. */
declare module 'node:http' {
  export interface IncomingMessage extends AsyncIterable<string> {
    method?: string
    url?: string
    headers: Record<string, string | string[] | undefined>
    setEncoding(encoding: 'utf8'): void
  }
  interface ServerResponse {
    writeHead(status: number, headers: Record<string, string | string[]>): ServerResponse
    end(text?: string): void
  }
  interface Server {
    listen(port: number, host: string, callback: () => void): void
    address(): { port: number }
    close(callback: () => void): void
    closeAllConnections(): void
  }
  export function createServer(
    handle: (message: IncomingMessage, response: ServerResponse) => void,
  ): Server
}
