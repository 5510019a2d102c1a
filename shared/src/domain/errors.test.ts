import {
  displayMessage,
  ERROR_MESSAGES,
  processError,
  NO_MAIL_MESSAGE,
  RATE_LIMIT_MESSAGE,
  TIMED_OUT_MESSAGE,
  type ErrorType,
} from './errors';

/** docs/product/platform.md, Error catalogue: written out here, not read from the code under test. */
const CATALOGUE: Record<ErrorType, string> = {
  NETWORK: 'Network connection issue. Please check your internet connection.',
  AUTH_INVALID_CREDENTIALS: 'Invalid email or password. Please try again.',
  AUTH_EMAIL_IN_USE: 'This email is already in use. Please use a different email or try signing in.',
  AUTH_WEAK_PASSWORD: 'The password is too weak. Please use a stronger password.',
  AUTH_EMAIL_NOT_CONFIRMED: 'Please verify your email address before signing in.',
  AUTH_ERROR: 'Authentication error. Please try again.',
  VALIDATION: 'Please check your input and try again.',
  PERMISSION: 'You do not have permission to perform this action.',
  API_CLIENT_ERROR: 'There was an issue with your request. Please try again.',
  API_SERVER_ERROR: 'Server error. Please try again later.',
  UNKNOWN: 'An unexpected error occurred. Please try again later.',
};

// Holds platform-122, platform-123, platform-124, platform-125, platform-126, platform-127, platform-128, platform-129, platform-130, platform-131, platform-132
test('the catalogue holds its texts, word for word', () => {
  expect(ERROR_MESSAGES).toEqual(CATALOGUE);
});

describe('processError', () => {
  // Holds platform-133
  it.each([
    [new TypeError('Failed to fetch'), 'NETWORK'],
    [{ message: 'network request failed' }, 'NETWORK'],
    [{ name: 'AuthRetryableFetchError', message: '{}', status: 0 }, 'NETWORK'],
    [
      {
        name: 'AuthApiError',
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
        status: 400,
      },
      'AUTH_INVALID_CREDENTIALS',
    ],
    [{ message: 'user not found' }, 'AUTH_INVALID_CREDENTIALS'],
    [{ message: 'wrong password' }, 'AUTH_INVALID_CREDENTIALS'],
    [{ name: 'AuthApiError', message: 'User already registered', status: 422 }, 'AUTH_EMAIL_IN_USE'],
    [
      { name: 'AuthApiError', code: 'email_not_confirmed', message: 'Email not confirmed', status: 400 },
      'AUTH_EMAIL_NOT_CONFIRMED',
    ],
    [{ name: 'AuthApiError', message: 'something else', status: 400 }, 'AUTH_ERROR'],
    [{ name: 'AuthApiError', message: 'out of order', status: 500 }, 'API_SERVER_ERROR'],
    [{ code: '42501', message: 'new row violates row-level security policy', status: 403 }, 'PERMISSION'],
    [{ message: 'permission denied for table sales', status: 403 }, 'PERMISSION'],
    [{ code: '22P02', message: 'invalid input syntax for type uuid', status: 400 }, 'VALIDATION'],
    [{ message: 'teapot', status: 418 }, 'API_CLIENT_ERROR'],
    [{ message: 'boom', status: 500 }, 'API_SERVER_ERROR'],
    [{}, 'UNKNOWN'],
    [null, 'UNKNOWN'],
    [{ message: 'Invalid credential' }, 'AUTH_INVALID_CREDENTIALS'],
    [{ message: 'invalid email' }, 'AUTH_INVALID_CREDENTIALS'],
    [{ message: 'you have no permission' }, 'PERMISSION'],
    [{ message: 'bad gateway', status: 503 }, 'API_SERVER_ERROR'],
    [{ message: 'not found', status: 499 }, 'API_CLIENT_ERROR'],
  ])('%j is %s', (error, type) => {
    expect(processError(error, 'Test')).toMatchObject({
      type,
      userMessage: ERROR_MESSAGES[type as keyof typeof ERROR_MESSAGES],
      context: 'Test',
    });
  });

  // Holds platform-134
  it('shows what the server says about a weak password', () => {
    const error = {
      name: 'AuthWeakPasswordError',
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      status: 422,
    };
    expect(processError(error, 'Auth/SignUp').userMessage).toBe('Password should be at least 6 characters.');
    expect(processError({ ...error, message: '' }, 'Auth/SignUp').userMessage).toBe(
      ERROR_MESSAGES.AUTH_WEAK_PASSWORD,
    );
  });

  // Holds platform-125
  it('has its own text for a password that is known', () => {
    const error = {
      name: 'AuthWeakPasswordError',
      code: 'weak_password',
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
      status: 422,
    };
    expect(processError(error, 'Auth/SignUp')).toMatchObject({
      type: 'AUTH_WEAK_PASSWORD',
      userMessage: ERROR_MESSAGES.AUTH_WEAK_PASSWORD,
    });
  });

  // Holds platform-136
  it('shows the message of a validation error', () => {
    const error = { message: 'Validation failed: enter a date', status: 400 };
    expect(processError(error, 'Test')).toMatchObject({ type: 'VALIDATION', userMessage: error.message });
  });

  it('passes a refusal of our own rules on, with its field', () => {
    const refusal = {
      code: 'P0001',
      message: 'A cancelled sale cannot change.',
      hint: 'total_amount',
      status: 400,
    };
    expect(processError(refusal, 'Api/updateSale')).toMatchObject({
      type: 'VALIDATION',
      userMessage: 'A cancelled sale cannot change.',
      field: 'totalAmount',
    });
  });

  // Holds platform-144
  it.each(['57014', '55P03'])('says of %s that it took too long and changed nothing', (code) => {
    const raw = { code, message: 'canceling statement due to statement timeout', status: 500 };
    expect(processError(raw, 'Api/runReport')).toMatchObject({
      type: 'API_SERVER_ERROR',
      userMessage: TIMED_OUT_MESSAGE,
      code,
    });
    expect(TIMED_OUT_MESSAGE).toBe(
      'This took too long and was stopped. Nothing was changed. Please try again.',
    );
  });

  it('never shows raw database text', () => {
    const raw = { code: '22003', message: 'numeric field overflow', status: 400 };
    expect(processError(raw, 'Api/createSale').userMessage).toBe(ERROR_MESSAGES.VALIDATION);
  });

  it('says so when there were too many attempts', () => {
    const limited = { name: 'AuthApiError', message: 'Request rate limit reached', status: 429 };
    expect(processError(limited, 'Auth/SignIn').userMessage).toBe(RATE_LIMIT_MESSAGE);
  });

  // Holds platform-135
  it('names the missing mail server where hosted Auth refuses to send', () => {
    const refused = {
      name: 'AuthApiError',
      code: 'email_address_not_authorized',
      message: 'Email address "ann@agency.test" cannot be used as it is not authorized',
      status: 400,
    };
    expect(processError(refused, 'Auth/SignUp').userMessage).toBe(NO_MAIL_MESSAGE);
  });

  // Holds platform-139
  it.each([
    ['FunctionsFetchError', 'Failed to send a request to the Edge Function', 0, 'NETWORK'],
    ['FunctionsRelayError', 'Relay Error invoking the Edge Function', 0, 'API_SERVER_ERROR'],
    ['FunctionsHttpError', 'Edge Function returned a non-2xx status code', 503, 'API_SERVER_ERROR'],
    ['FunctionsHttpError', 'Edge Function returned a non-2xx status code', 404, 'API_CLIENT_ERROR'],
  ])('says what became of a call of a function: %s', (name, message, status, type) => {
    expect(processError({ name, message, status }, 'Api/beginBank')).toMatchObject({
      type,
      userMessage: message,
    });
  });

  it('leaves a processed error as it is', () => {
    const once = processError({ message: 'boom', status: 500 }, 'Api/getSale');
    expect(processError(once, 'Form')).toBe(once);
  });
});

describe('displayMessage', () => {
  // Holds platform-137
  it.each([
    ['text', 'text'],
    [{ userMessage: 'for people', message: 'raw' }, 'for people'],
    [{ message: 'raw' }, 'raw'],
    [{}, 'An unknown error occurred'],
    [null, 'An unknown error occurred'],
  ])('%j is displayed as %s', (error, shown) => {
    expect(displayMessage(error)).toBe(shown);
  });
});
