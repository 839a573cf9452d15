import type { AuthSession } from "../../shared/api/request";

/** The session of a student as requests need it, with a token that can be renewed once. */
export function fakeSession(overrides: Partial<AuthSession> = {}): jest.Mocked<AuthSession> {
  return {
    email: jest.fn(() => "student@camp.example"),
    login: jest.fn(() => 1),
    verification: jest.fn(() => null),
    token: jest.fn(() => "old"),
    renew: jest.fn(async () => "fresh"),
    end: jest.fn(),
    ...overrides,
  } as jest.Mocked<AuthSession>;
}
