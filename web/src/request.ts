// One request to the tables, wherever they are (backend.ts), and what it fails with.

import { backend } from './backend';
import type { Answer } from './backend';

export class ServerError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function request<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  let answer: Answer;
  try {
    answer = await backend.ask(method, path, body === undefined ? undefined : JSON.stringify(body));
  } catch (error) {
    throw new ServerError('offline', backend.here ? (error as Error).message : 'The server does not answer. Check the connection and try again.');
  }
  const data = parse(answer.text);
  if (!answer.ok) throw new ServerError(data?.error?.code ?? 'server', data?.error?.message ?? 'The server is busy. Try again in a moment.');
  return data as T;
}
